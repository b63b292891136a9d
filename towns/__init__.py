"""Towns: the law, the people, the record, the meetings and the mail that every department stands on."""
