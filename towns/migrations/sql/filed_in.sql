-- For a person's own page: in which towns they filed, and nothing else about it.
CREATE FUNCTION towns_filed_in(person bigint) RETURNS TABLE (town bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT DISTINCT c.town_id FROM towns_case c WHERE c.filed_by_id = person
$$;
