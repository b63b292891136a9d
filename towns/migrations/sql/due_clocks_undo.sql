DROP FUNCTION installation_health(date);
DROP FUNCTION due_clocks(date, integer, date, bigint);
