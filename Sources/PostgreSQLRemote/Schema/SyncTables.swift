// The tables and functions of sync, as SQL.
//
// Members may read what row-level security shows them, and write through `push` and `leave` only, which run with the
// owner's rights and look at who logged in (`session_user`): no member can number a batch, change one of another's, or
// be taken for somebody else by `SET ROLE`.
//
// Common to PostgreSQL 13 and later and engines of its protocol: tables, `RETURNING`, `WITH`, functions of the languages SQL
// and PL/pgSQL. Beyond that, and not in every such engine: row-level security, `SECURITY DEFINER` and `SET` of a function,
// `pg_advisory_xact_lock` (`initialize` only), `SET STORAGE` (only saves time), `LISTEN` and `NOTIFY` (may be refused).

enum SyncTables {
  /// The version of the tables: a program that knows only earlier ones keeps away.
  static let format: Int64 = 1

  /// Lets one at a time make or change the tables.
  static let lock = "SELECT pg_catalog.pg_advisory_xact_lock(7233173838382854761)"

  /// Makes everything but spaces.
  static let script = """
    CREATE SCHEMA docket_sync;

    -- `seq` is the place of the last batch, `token` its token; `channel` is a secret of the members, since anybody may
    -- listen to any channel; up to `pruned` it is forgotten which batches there were. Of a `readable` space payloads are
    -- kept as `changes` and snapshots as `content`, and what stands in their place is empty.
    CREATE TABLE docket_sync.space (
      space uuid PRIMARY KEY,
      format bigint NOT NULL DEFAULT \(format),
      channel uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
      seq bigint NOT NULL DEFAULT 0,
      token uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
      pruned bigint NOT NULL DEFAULT 0,
      readable boolean NOT NULL DEFAULT false
    );

    CREATE TABLE docket_sync.member (
      space uuid NOT NULL REFERENCES docket_sync.space ON DELETE CASCADE,
      role name NOT NULL,
      PRIMARY KEY (space, role)
    );

    -- Replica, clock and fingerprint are 64 bits without a sign; the vector has 24 bytes for each replica. Without a
    -- payload, a snapshot stands for the batch. The token is random: a log that was restored and went on has others.
    CREATE TABLE docket_sync.batch (
      space uuid NOT NULL REFERENCES docket_sync.space ON DELETE CASCADE,
      seq bigint NOT NULL,
      replica bigint NOT NULL,
      number bigint NOT NULL CHECK (number > 0),
      clock bigint NOT NULL CHECK (clock >= 0),
      fingerprint bigint NOT NULL,
      vector bytea NOT NULL CHECK (octet_length(vector) % 24 = 0),
      payload bytea,
      token uuid NOT NULL,
      author text NOT NULL,
      pushed timestamptz NOT NULL,
      changes jsonb,
      PRIMARY KEY (space, seq),
      UNIQUE (space, replica, number)
    );
    -- Payloads are compressed and sealed by whoever pushes them.
    ALTER TABLE docket_sync.batch ALTER COLUMN payload SET STORAGE EXTERNAL;
    CREATE INDEX batch_replaced ON docket_sync.batch (space, seq) WHERE payload IS NULL;

    -- What a replica's snapshot has seen: numbers of batches, in two arrays of one length.
    CREATE TABLE docket_sync.snapshot (
      space uuid NOT NULL REFERENCES docket_sync.space ON DELETE CASCADE,
      replica bigint NOT NULL,
      bytes bytea NOT NULL,
      replicas bigint[] NOT NULL,
      numbers bigint[] NOT NULL,
      content jsonb,
      PRIMARY KEY (space, replica)
    );
    ALTER TABLE docket_sync.snapshot ALTER COLUMN bytes SET STORAGE EXTERNAL;

    \(security)
    \(functions)
    """

  /// Who sees what.
  ///
  /// The owner's own policy does not hold within `push` and `leave`, where somebody else has logged in.
  private static let security =
    ["space", "member", "batch", "snapshot"].map { table in
      """
      ALTER TABLE docket_sync.\(table) ENABLE ROW LEVEL SECURITY;
      ALTER TABLE docket_sync.\(table) FORCE ROW LEVEL SECURITY;
      CREATE POLICY administration ON docket_sync.\(table) TO CURRENT_USER
        USING (pg_catalog.pg_has_role(session_user, current_user, 'USAGE'))
        WITH CHECK (pg_catalog.pg_has_role(session_user, current_user, 'USAGE'));
      CREATE POLICY membership ON docket_sync.\(table)
        USING (\(table == "member" ? isOwn : ofOwnSpace)) WITH CHECK (\(table == "member" ? "false" : ofOwnSpace));
      """
    }.joined(separator: "\n")

  /// Whether a row of `member` means who logged in, by the role itself or one whose rights it has.
  private static let isOwn = """
    role IN (SELECT r.rolname FROM pg_catalog.pg_roles r WHERE pg_catalog.pg_has_role(session_user, r.oid, 'USAGE'))
    """

  private static let ofOwnSpace = "space IN (SELECT m.space FROM docket_sync.member m WHERE m.\(isOwn))"

  /// The functions take the place of grants, so they ask for membership themselves: a superuser's pass by all policies.
  ///
  /// In PL/pgSQL, which plans a statement once a session; what runs for each push took thirteen times as long in language
  /// SQL, which plans it at each call. Making them again replaces those of an earlier version.
  static let functions = """
    \(ReadableTables.functions)

    CREATE OR REPLACE FUNCTION docket_sync.is_member(uuid) RETURNS boolean LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      RETURN EXISTS (SELECT FROM docket_sync.member m WHERE m.space = $1 AND m.\(isOwn));
    END
    $$;

    -- The number of a replica's last batch, though a snapshot may stand for it.
    CREATE OR REPLACE FUNCTION docket_sync.last_number(uuid, bigint) RETURNS bigint LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      RETURN greatest(
        (SELECT max(b.number) FROM docket_sync.batch b WHERE b.space = $1 AND b.replica = $2),
        (SELECT max(seen.number) FROM docket_sync.snapshot s, unnest(s.replicas, s.numbers) AS seen(replica, number)
         WHERE s.space = $1 AND seen.replica = $2),
        0);
    END
    $$;

    CREATE OR REPLACE FUNCTION docket_sync.milliseconds() RETURNS bigint LANGUAGE plpgsql VOLATILE
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      RETURN (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
    END
    $$;

    -- $1 space, $2 replica, $3 number, $4 clock, $5 fingerprint, $6 vector, $7 payload. The first statement waits for
    -- others that push to the space; the later ones see what these have done.
    CREATE OR REPLACE FUNCTION docket_sync.push(uuid, bigint, bigint, bigint, bigint, bytea, bytea)
    RETURNS TABLE (outcome text, last bigint, milliseconds bigint, channel text)
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    #variable_conflict use_column
    DECLARE
      is_readable boolean;
      kept bytea := $7;
      document jsonb;
      is_same boolean;
      place bigint;
      mark uuid := gen_random_uuid();
    BEGIN
      SELECT s.channel::text, s.readable INTO channel, is_readable FROM docket_sync.space s
      WHERE s.space = $1 AND docket_sync.is_member($1) FOR UPDATE;
      IF NOT FOUND THEN
        RETURN QUERY SELECT 'stranger', 0::bigint, docket_sync.milliseconds(), NULL::text;
        RETURN;
      END IF;
      milliseconds := docket_sync.milliseconds();
      last := docket_sync.last_number($1, $2);
      IF is_readable <> \(ReadableTables.isDocument("$7")) THEN
        outcome := CASE WHEN is_readable THEN 'sealed' ELSE 'readable' END;
        RETURN NEXT;
        RETURN;
      END IF;
      IF is_readable THEN
        document := docket_sync.document($1, $7);
        kept := '';
      END IF;
      SELECT b.clock = $4 AND b.fingerprint = $5 AND (b.payload IS NULL OR b.vector = $6
        -- An earlier version's function, which a program of it may bring back, keeps JSON as it came.
        AND (b.payload = $7 OR b.payload = kept AND b.changes::text IS NOT DISTINCT FROM document::text))
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
          (space, seq, replica, number, clock, fingerprint, vector, payload, token, author, pushed, changes)
        VALUES ($1, place, $2, $3, $4, $5, $6, kept, mark, session_user, now(), document);
      END IF;
      RETURN NEXT;
    END
    $$;

    -- $1 space, $2 replica, $3 snapshot, $4 and $5 replicas and numbers that it has seen, $6 horizon in seconds.
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
          WHEN s.readable AND NOT \(ReadableTables.isDocument("$3")) THEN 'sealed'
          WHEN NOT s.readable AND \(ReadableTables.isDocument("$3")) THEN 'readable'
          WHEN EXISTS (SELECT FROM docket_sync.snapshot s WHERE s.space = $1 AND s.replica = $2)
            AND NOT EXISTS (SELECT FROM covered WHERE covered.replica = $2) THEN 'stale'
          ELSE 'left' END AS outcome, docket_sync.document($1, $3) AS document
        FROM (VALUES (true)) AS once LEFT JOIN docket_sync.space s ON s.space = $1
      ), left_here AS (
        INSERT INTO docket_sync.snapshot AS s (space, replica, bytes, replicas, numbers, content)
        SELECT $1, $2, CASE WHEN document IS NULL THEN $3 ELSE '' END, $4, $5, document
        FROM verdict WHERE outcome = 'left'
        ON CONFLICT (space, replica)
        DO UPDATE SET bytes = excluded.bytes, replicas = excluded.replicas, numbers = excluded.numbers,
          content = excluded.content
      ), superseded AS (
        DELETE FROM docket_sync.snapshot s USING verdict, covered
        WHERE outcome = 'left' AND s.space = $1 AND s.replica <> $2 AND s.replica = covered.replica
      ), replaced AS (
        UPDATE docket_sync.batch b SET payload = NULL, changes = NULL, vector = '' FROM verdict, seen
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
    $$;

    REVOKE ALL ON FUNCTION docket_sync.is_member(uuid), docket_sync.last_number(uuid, bigint),
      docket_sync.milliseconds(), docket_sync.push(uuid, bigint, bigint, bigint, bigint, bytea, bytea),
      docket_sync.leave(uuid, bigint, bytea, bigint[], bigint[], bigint), docket_sync.document(uuid, bytea) FROM PUBLIC;
    """

  /// What a role gets that is a member of some space.
  ///
  /// - Parameter role: its name, in quotes.
  static func grants(to role: String) -> String {
    """
    GRANT USAGE ON SCHEMA docket_sync TO \(role);
    GRANT SELECT ON ALL TABLES IN SCHEMA docket_sync TO \(role);
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA docket_sync TO \(role)
    """
  }
}
