DROP FUNCTION filings_begun_in(bigint);
