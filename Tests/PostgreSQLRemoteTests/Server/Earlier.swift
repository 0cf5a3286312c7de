/// The functions of the first version's tables, which know of no readable space.
enum Earlier {
  static let push = """
    CREATE OR REPLACE FUNCTION docket_sync.push(uuid, bigint, bigint, bigint, bigint, bytea, bytea)
    RETURNS TABLE (outcome text, last bigint, milliseconds bigint, channel text)
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    #variable_conflict use_column
    DECLARE
      is_same boolean;
      place bigint;
      mark uuid := gen_random_uuid();
    BEGIN
      SELECT s.channel::text INTO channel FROM docket_sync.space s
      WHERE s.space = $1 AND docket_sync.is_member($1) FOR UPDATE;
      IF NOT FOUND THEN
        RETURN QUERY SELECT 'stranger', 0::bigint, docket_sync.milliseconds(), NULL::text;
        RETURN;
      END IF;
      milliseconds := docket_sync.milliseconds();
      last := docket_sync.last_number($1, $2);
      SELECT b.clock = $4 AND b.fingerprint = $5 AND (b.payload IS NULL OR b.vector = $6 AND b.payload = $7)
      INTO is_same FROM docket_sync.batch b WHERE b.space = $1 AND b.replica = $2 AND b.number = $3;
      outcome := CASE
        WHEN is_same THEN 'present'
        WHEN $3 <= last THEN 'taken'
        WHEN $3 > last + 1 THEN 'gap'
        WHEN $4 < 0 OR $4 >> 16 > milliseconds + 60000 THEN 'ahead'
        ELSE 'added' END;
      IF outcome = 'added' THEN
        UPDATE docket_sync.space s SET seq = s.seq + 1, token = mark WHERE s.space = $1 RETURNING s.seq INTO place;
        INSERT INTO docket_sync.batch
          (space, seq, replica, number, clock, fingerprint, vector, payload, token, author, pushed)
        VALUES ($1, place, $2, $3, $4, $5, $6, $7, mark, session_user, now());
      END IF;
      RETURN NEXT;
    END
    $$
    """

  static let leave = """
    CREATE OR REPLACE FUNCTION docket_sync.leave(uuid, bigint, bytea, bigint[], bigint[], bigint)
    RETURNS text LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      SELECT FROM docket_sync.space s WHERE s.space = $1 AND docket_sync.is_member($1) FOR UPDATE;

      WITH seen AS MATERIALIZED (
        SELECT * FROM unnest($4, $5) AS seen(replica, number)
      ), covered AS MATERIALIZED (
        SELECT s.replica FROM docket_sync.snapshot s WHERE s.space = $1 AND NOT EXISTS (
          SELECT FROM unnest(s.replicas, s.numbers) AS old(replica, number)
          WHERE old.number > coalesce((SELECT seen.number FROM seen WHERE seen.replica = old.replica), 0))
      ), verdict AS MATERIALIZED (
        SELECT CASE
          WHEN NOT docket_sync.is_member($1) THEN 'stranger'
          WHEN EXISTS (SELECT FROM docket_sync.snapshot s WHERE s.space = $1 AND s.replica = $2)
            AND NOT EXISTS (SELECT FROM covered WHERE covered.replica = $2) THEN 'stale'
          ELSE 'left' END AS outcome
      ), left_here AS (
        INSERT INTO docket_sync.snapshot AS s (space, replica, bytes, replicas, numbers)
        SELECT $1, $2, $3, $4, $5 FROM verdict WHERE outcome = 'left'
        ON CONFLICT (space, replica)
        DO UPDATE SET bytes = excluded.bytes, replicas = excluded.replicas, numbers = excluded.numbers
      ), superseded AS (
        DELETE FROM docket_sync.snapshot s USING verdict, covered
        WHERE outcome = 'left' AND s.space = $1 AND s.replica <> $2 AND s.replica = covered.replica
      ), replaced AS (
        UPDATE docket_sync.batch b SET payload = NULL, vector = '' FROM verdict, seen
        WHERE outcome = 'left' AND b.space = $1 AND b.replica = seen.replica AND b.number <= seen.number
          AND b.payload IS NOT NULL
      ), pruned AS (
        DELETE FROM docket_sync.batch b USING verdict
        WHERE outcome = 'left' AND b.space = $1 AND b.payload IS NULL AND b.pushed < now() - make_interval(secs => $6)
        RETURNING b.seq
      ), noted AS (
        UPDATE docket_sync.space s SET pruned = greatest(s.pruned, (SELECT max(pruned.seq) FROM pruned))
        WHERE s.space = $1 AND EXISTS (SELECT FROM pruned)
      )
      SELECT outcome FROM verdict
    $$
    """
}
