-- For a person's own page: in which towns they began an application, and nothing else about it.
CREATE FUNCTION filings_begun_in(who bigint) RETURNS TABLE (town bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT DISTINCT d.town_id FROM permitting_filingdraft d WHERE d.person_id = who
$$;
