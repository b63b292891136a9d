DROP FUNCTION towns_filed_in(bigint);
