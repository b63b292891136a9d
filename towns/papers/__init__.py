"""Papers: what a town mails, posts, stamps and hangs on the wall, each printed once from facts and citations."""
