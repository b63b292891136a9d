"""The public's side: a town's front page, its register of cases and its hearings, without anybody's contact data."""
