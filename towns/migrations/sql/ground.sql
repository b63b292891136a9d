-- The town that the transaction works for. Loud when nobody set one: a forgotten town must never look like an empty page.
CREATE FUNCTION app_town() RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    town text := nullif(current_setting('app.town', true), '');
BEGIN
    IF town IS NULL THEN
        RAISE EXCEPTION 'no town is set for this transaction'
            USING HINT = 'Open towns.tenancy.town(...) around the query.', ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN town::bigint;
END
$$;

-- The record is append-only. TRUNCATE is left to the owner, who can drop the table anyway.
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING HINT = 'Record a later fact that names the earlier one.', ERRCODE = 'restrict_violation';
END
$$;
