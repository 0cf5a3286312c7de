// What readable spaces have more than others, as SQL: payloads and snapshots that are JSON are kept as `jsonb`.
//
// The server decides by the space and by how bytes begin, so neither the statements nor the programs that send them differ.

enum ReadableTables {
  /// Adds to the tables of an earlier version what they lack.
  static let columns = """
    ALTER TABLE docket_sync.space ADD COLUMN IF NOT EXISTS readable boolean NOT NULL DEFAULT false;
    ALTER TABLE docket_sync.batch ADD COLUMN IF NOT EXISTS changes jsonb;
    ALTER TABLE docket_sync.snapshot ADD COLUMN IF NOT EXISTS content jsonb;
    """

  /// Whether tables that are there lack the columns: adding them waits for all who use the tables, even if nothing is added.
  static let lacksColumns = """
    NOT EXISTS (SELECT FROM pg_catalog.pg_attribute
      WHERE attrelid = pg_catalog.to_regclass('docket_sync.space') AND attname = 'readable')
    """

  /// Whether bytes begin as JSON of a batch or a state does, with `{"v":`, as SQL; what is sealed never does.
  static func isDocument(_ bytes: String) -> String {
    #"(substring(\#(bytes) FROM 1 FOR 5) = '\x7b2276223a'::bytea)"#
  }

  /// Bytes of a readable space as JSON, and what its rows are now.
  ///
  /// `current_rows` has the rights of whoever calls it, so row-level security holds for it: anybody may call it. A space
  /// that is not the caller's, or that is sealed, has no rows.
  static let functions = """
    -- $1 space, $2 bytes; NULL unless the space is readable and the bytes are JSON. In PL/pgSQL, which runs no cast that
    -- it does not come to.
    CREATE OR REPLACE FUNCTION docket_sync.document(uuid, bytea) RETURNS jsonb LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF \(isDocument("$2")) AND EXISTS (SELECT FROM docket_sync.space s WHERE s.space = $1 AND s.readable) THEN
        RETURN convert_from($2, 'UTF8')::jsonb;
      END IF;
      RETURN NULL;
    END
    $$;

    -- $1 space. The latest value of each property by its stamp, but for what a rule wrote where a person did too; of a
    -- to-many relationship the rows in it. Rows that were deleted are left out.
    CREATE OR REPLACE FUNCTION docket_sync.current_rows(uuid)
    RETURNS TABLE ("row" uuid, entity text, properties jsonb) LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp AS $$
      WITH write AS (
        SELECT c.value ->> 'row' AS id, c.value ->> 'entity' AS entity, c.value AS register, c.value AS stamp,
          lpad(to_hex(b.replica), 16, '0') AS replica
        FROM docket_sync.batch b, jsonb_array_elements(b.changes -> 'changes') AS c WHERE b.space = $1
        UNION ALL
        SELECT r.value ->> 'row', r.value ->> 'entity', g.value, CASE WHEN g.value ? 'at' THEN g.value ELSE r.value END,
          NULL
        FROM docket_sync.snapshot s, jsonb_array_elements(s.content -> 'rows') AS r,
          jsonb_array_elements(r.value -> 'registers') AS g
        WHERE s.space = $1
      ), latest AS (
        SELECT DISTINCT ON (id, register ->> 'property', register ->> 'member') id, entity,
          register ->> 'property' AS property, register ->> 'member' AS member, register -> 'value' AS value,
          register ->> 'existence' AS existence
        FROM write WHERE NOT register ? 'unknown'
        ORDER BY id, register ->> 'property', register ->> 'member',
          coalesce((stamp ->> 'derived')::boolean, false), (stamp ->> 'at')::bigint DESC,
          coalesce((stamp ->> 'count')::bigint, 0) DESC, coalesce(stamp ->> 'by', replica) COLLATE "C" DESC
      ), part AS (
        SELECT id, property, max(entity) AS entity,
          bool_or(existence IN ('inserted', 'restored') OR existence = 'other' AND NOT value ? 'row') AS is_present,
          CASE WHEN bool_or(member IS NOT NULL)
            THEN coalesce(
              jsonb_agg(member ORDER BY (value #>> '{}') COLLATE "C", member) FILTER (WHERE value <> 'null'), '[]')
            ELSE (array_agg(value))[1] END AS value
        FROM latest GROUP BY id, property
      )
      SELECT id::uuid, max(entity), jsonb_object_agg(property, value) FILTER (WHERE property IS NOT NULL)
      FROM part GROUP BY id HAVING bool_or(is_present)
    $$;
    """
}
