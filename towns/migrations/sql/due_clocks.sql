-- The one look across towns that the sweep is allowed: which clocks ran out before a day, and nothing else about them.
CREATE FUNCTION due_clocks(before date, at_most integer, after_expires date DEFAULT '-infinity', after_id bigint DEFAULT 0)
RETURNS TABLE (town bigint, case_id bigint, clock bigint, expires date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT c.town_id, c.case_id, c.id, c.expires
    FROM towns_clock c
    WHERE c.status = 'running' AND c.expires IS NOT NULL AND c.expires < before
      AND (c.expires, c.id) > (after_expires, after_id)
    ORDER BY c.expires, c.id
    LIMIT at_most
$$;

-- For the health page of the whole installation: how the mail and the sweep stand, as numbers only.
CREATE FUNCTION installation_health(before date)
RETURNS TABLE (town bigint, oldest_unswept date, unswept bigint, unsent bigint, failing bigint, last_sweep timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT t.id,
        (SELECT min(c.expires) FROM towns_clock c
          WHERE c.town_id = t.id AND c.status = 'running' AND c.expires IS NOT NULL AND c.expires < before),
        (SELECT count(*) FROM towns_clock c
          WHERE c.town_id = t.id AND c.status = 'running' AND c.expires IS NOT NULL AND c.expires < before),
        (SELECT count(*) FROM towns_outboxmessage o WHERE o.town_id = t.id AND o.sent IS NULL),
        (SELECT count(*) FROM towns_outboxmessage o WHERE o.town_id = t.id AND o.sent IS NULL AND o.attempts > 0),
        (SELECT max(s.ended) FROM towns_sweeprun s WHERE s.town_id = t.id)
    FROM towns_town t
$$;
