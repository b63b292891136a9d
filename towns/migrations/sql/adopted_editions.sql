CREATE TRIGGER towns_bylawedition_adopted_stays BEFORE UPDATE OR DELETE ON towns_bylawedition
    FOR EACH ROW WHEN (OLD.adopted) EXECUTE FUNCTION refuse_rewriting();
