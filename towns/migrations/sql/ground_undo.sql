DROP FUNCTION refuse_rewriting();
DROP FUNCTION app_town();
