"""The sentences that papers quote are the bylaw's own, with their citation; a paper's unknown wish is refused."""

import pytest

from towns.law import schema


def test_norfolk_says_what_silence_means_and_how_to_appeal():
    quote = schema.load("norfolk").matters["stormwater_permit"].sections["quote"]

    assert quote["silence"].says.startswith("Failure of the Board to take final action")
    assert quote["silence"].cite == "§ 267-18"
    assert quote["appeal"].cite == "§ 267-25"


def test_a_sentence_that_no_paper_asks_for_is_refused():
    text = schema.load("norfolk").text.replace("quote.appeal]", "quote.apeal]")

    with pytest.raises(
        schema.BylawError, match=r"quote.apeal: is asked for by no paper\. Use one of: silence, appeal"
    ):
        schema.parse(text, name="norfolk.toml")
