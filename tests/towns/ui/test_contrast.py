"""A town's colour must be readable."""

import pytest

from towns.ui.contrast import DEFAULT_COLOUR, check_town_colour, contrast, is_colour, luminance


def test_contrast_black_on_white_is_the_greatest_there_is():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_contrast_does_not_mind_the_order():
    assert contrast("#1a4480", "#ffffff") == contrast("#ffffff", "#1a4480")


def test_contrast_known_value():
    # WCAG's own borderline grey: #767676 is the palest grey that passes on white
    assert contrast("#767676") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("colour", [DEFAULT_COLOUR, "#767676", "#7a1f1f", "#0B3D2E"])
def test_check_accepts_readable_colours(colour):
    assert check_town_colour(colour) is None


def test_check_refuses_a_pale_colour_and_says_the_number():
    problem = check_town_colour("#ffbe2e")

    assert "1.7 to 1" in problem
    assert "4.5" in problem


@pytest.mark.parametrize("text", ["", "navy", "#fff", "#12345g", "#1a4480;}", "1a4480", "#1a4480\n"])
def test_check_refuses_what_is_no_colour(text):
    assert not is_colour(text)
    assert "six digits" in check_town_colour(text)
    with pytest.raises(ValueError, match="is not a colour"):
        luminance(text)
