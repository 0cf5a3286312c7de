#include "batches.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The history of a batch; neighbouring keys become one row of it.
typedef struct {
  baseline *db;
  sqlite3_stmt *insert;
  int kind;
  const char *properties;
  int64_t first, last;
  int64_t count;
  int result;
} batch;

enum { inserted, updated, deleted };

// The page cache that the library takes for many rows where indexes follow, and what it goes back to when they are
// written.
#define LARGE_CACHE "-56000"
#define ORDINARY_CACHE "-2000"

typedef struct {
  int64_t *all;
  int64_t count, capacity;
} keys;

static void keep(keys *keys, int64_t key) {
  if (keys->count == keys->capacity) {
    keys->capacity = keys->capacity ? 2 * keys->capacity : 1024;
    keys->all = realloc(keys->all, (size_t)keys->capacity * sizeof *keys->all);
  }
  keys->all[keys->count++] = key;
}

static sqlite3_stmt *prepare(baseline *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v2(baseline_handle(db), sql, -1, &statement, NULL);
  return statement;
}

static batch begin(baseline *db, int kind, const char *properties) {
  batch batch = {.db = db, .kind = kind, .properties = properties, .first = 1};
  // No index has the priority, which is all that is updated.
  if (kind != updated) sqlite3_exec(baseline_handle(db), "PRAGMA cache_size = " LARGE_CACHE, NULL, NULL, NULL);
  batch.result = sqlite3_exec(
      baseline_handle(db),
      "BEGIN IMMEDIATE;"
      "INSERT INTO openswiftdata_transaction(timestamp, writer, author) VALUES(0, 1, 'c')",
      NULL, NULL, NULL);
  batch.insert = prepare(
      db,
      "INSERT INTO openswiftdata_change(transaction_id, entity, kind, first, last, properties) "
      "VALUES((SELECT max(id) FROM openswiftdata_transaction), 'Item', ?, ?, ?, ?)");
  return batch;
}

static void end_run(batch *batch) {
  if (batch->result || batch->last < batch->first) return;
  sqlite3_bind_int(batch->insert, 1, batch->kind);
  sqlite3_bind_int64(batch->insert, 2, batch->first);
  sqlite3_bind_int64(batch->insert, 3, batch->last);
  sqlite3_bind_text(batch->insert, 4, batch->properties, -1, SQLITE_STATIC);
  if (sqlite3_step(batch->insert) != SQLITE_DONE) batch->result = SQLITE_ERROR;
  sqlite3_reset(batch->insert);
}

static void note(batch *batch, int64_t key) {
  if (batch->count++ == 0 || key != batch->last + 1) {
    end_run(batch);
    batch->first = key;
  }
  batch->last = key;
}

static int64_t end(batch *batch) {
  sqlite3 *handle = baseline_handle(batch->db);
  end_run(batch);
  sqlite3_finalize(batch->insert);
  if (!batch->result) batch->result = sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL);
  if (batch->result) sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_exec(handle, "PRAGMA cache_size = " ORDINARY_CACHE, NULL, NULL, NULL);
  return batch->result ? -1 : batch->count;
}

static void note_row(void *context, int kind, const char *database, const char *table, sqlite3_int64 key) {
  (void)database;
  if (kind != SQLITE_INSERT && !strcmp(table, "Item")) keep(context, key);
}

// Changes what matches a condition, and notes which rows: SQLite tells them. To select them before takes half as long as
// the change again, `RETURNING` longer.
static void run(batch *batch, const char *change, const char *condition) {
  char sql[400];
  snprintf(sql, sizeof sql, "%s WHERE %s", change, condition);
  keys keys = {0};
  sqlite3_update_hook(baseline_handle(batch->db), note_row, &keys);
  batch->result = sqlite3_exec(baseline_handle(batch->db), sql, NULL, NULL, NULL);
  sqlite3_update_hook(baseline_handle(batch->db), NULL, NULL);
  for (int64_t row = 0; row < keys.count; row++) note(batch, keys.all[row]);
  free(keys.all);
}

// Runs a statement for each key, which is its second parameter; the first is a value, if there are any.
static void run_keys(batch *batch, const char *sql, const int64_t *keys, const int64_t *values, int64_t count) {
  sqlite3_stmt *statement = prepare(batch->db, sql);
  for (int64_t row = 0; row < count && !batch->result; row++) {
    if (values) sqlite3_bind_int64(statement, 1, values[row]);
    sqlite3_bind_int64(statement, 2, keys[row]);
    if (sqlite3_step(statement) != SQLITE_DONE) batch->result = SQLITE_ERROR;
    sqlite3_reset(statement);
    note(batch, keys[row]);
  }
  sqlite3_finalize(statement);
}

int64_t baseline_batch_insert(baseline *db, const baseline_item *items, int64_t count) {
  batch batch = begin(db, inserted, "");
  for (int64_t row = 0; row < count && !batch.result; row++) {
    batch.result = baseline_insert_item(db, &items[row]);
    note(&batch, sqlite3_last_insert_rowid(baseline_handle(db)));
  }
  return end(&batch);
}

int64_t baseline_batch_update(baseline *db, const char *assignment, const char *condition) {
  char change[200];
  snprintf(change, sizeof change, "UPDATE Item SET %s", assignment);
  batch batch = begin(db, updated, "priority");
  run(&batch, change, condition);
  return end(&batch);
}

int64_t baseline_batch_update_keys(baseline *db, const int64_t *keys, const int64_t *priorities, int64_t count) {
  batch batch = begin(db, updated, "priority");
  run_keys(&batch, "UPDATE Item SET priority = ?1 WHERE id = ?2", keys, priorities, count);
  return end(&batch);
}

int64_t baseline_batch_delete(baseline *db, const char *condition) {
  batch batch = begin(db, deleted, "");
  run(&batch, "DELETE FROM Item", condition);
  return end(&batch);
}

int64_t baseline_batch_delete_keys(baseline *db, const int64_t *keys, int64_t count) {
  batch batch = begin(db, deleted, "");
  run_keys(&batch, "DELETE FROM Item WHERE id = ?2", keys, NULL, count);
  return end(&batch);
}
