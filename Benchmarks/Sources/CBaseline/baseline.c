#include "baseline.h"

#include <malloc.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS "id, title, notes, createdAt, due, isDone, priority"

struct baseline {
  sqlite3 *db;
  sqlite3_stmt *ids, *items, *item, *insert, *begin, *commit;
};

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  return statement;
}

baseline *baseline_open(const char *path) {
  baseline *db = calloc(1, sizeof *db);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  const char *setup =
      "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY;";
  if (sqlite3_open_v2(path, &db->db, flags, NULL) || sqlite3_exec(db->db, setup, NULL, NULL, NULL)) {
    baseline_close(db);
    return NULL;
  }
  db->ids = prepare(db->db, "SELECT id FROM Item ORDER BY createdAt, id");
  db->items = prepare(db->db, "SELECT " COLUMNS " FROM Item ORDER BY id");
  db->item = prepare(db->db, "SELECT " COLUMNS " FROM Item WHERE id = ?");
  db->insert = prepare(
      db->db, "INSERT INTO Item(title, notes, createdAt, due, isDone, priority) VALUES(?, ?, ?, ?, ?, ?)");
  db->begin = prepare(db->db, "BEGIN IMMEDIATE");
  db->commit = prepare(db->db, "COMMIT");
  return db;
}

void baseline_close(baseline *db) {
  if (!db) return;
  sqlite3_finalize(db->ids);
  sqlite3_finalize(db->items);
  sqlite3_finalize(db->item);
  sqlite3_finalize(db->insert);
  sqlite3_finalize(db->begin);
  sqlite3_finalize(db->commit);
  sqlite3_close(db->db);
  free(db);
}

int64_t baseline_ids(baseline *db, int64_t **ids) {
  int64_t count = 0, capacity = 1024;
  int64_t *all = malloc((size_t)capacity * sizeof *all);
  int result;
  while ((result = sqlite3_step(db->ids)) == SQLITE_ROW) {
    if (count == capacity) all = realloc(all, (size_t)(capacity *= 2) * sizeof *all);
    all[count++] = sqlite3_column_int64(db->ids, 0);
  }
  sqlite3_reset(db->ids);
  *ids = all;
  return result == SQLITE_DONE ? count : -1;
}

static char *copied_text(sqlite3_stmt *row, int column) {
  const unsigned char *text = sqlite3_column_text(row, column);
  size_t count = (size_t)sqlite3_column_bytes(row, column);
  char *copy = malloc(count + 1);
  memcpy(copy, text, count + 1);
  return copy;
}

static void read_item(sqlite3_stmt *row, baseline_item *item) {
  item->id = sqlite3_column_int64(row, 0);
  item->title = copied_text(row, 1);
  item->notes = copied_text(row, 2);
  item->created_at = sqlite3_column_double(row, 3);
  item->has_due = sqlite3_column_type(row, 4) != SQLITE_NULL;
  item->due = sqlite3_column_double(row, 4);
  item->is_done = sqlite3_column_int(row, 5);
  item->priority = sqlite3_column_int64(row, 6);
}

int64_t baseline_items(baseline *db, baseline_item **items) {
  int64_t count = 0, capacity = 1024;
  baseline_item *all = malloc((size_t)capacity * sizeof *all);
  int result;
  while ((result = sqlite3_step(db->items)) == SQLITE_ROW) {
    if (count == capacity) all = realloc(all, (size_t)(capacity *= 2) * sizeof *all);
    read_item(db->items, &all[count++]);
  }
  sqlite3_reset(db->items);
  *items = all;
  return result == SQLITE_DONE ? count : -1;
}

int64_t baseline_window(baseline *db, const int64_t *ids, int64_t count, baseline_item *items) {
  int64_t found = 0;
  for (int64_t i = 0; i < count; i++) {
    sqlite3_bind_int64(db->item, 1, ids[i]);
    int result = sqlite3_step(db->item);
    if (result == SQLITE_ROW) read_item(db->item, &items[found++]);
    sqlite3_reset(db->item);
    if (result != SQLITE_ROW && result != SQLITE_DONE) return -1;
  }
  return found;
}

static int run(sqlite3_stmt *statement) {
  int result = sqlite3_step(statement);
  sqlite3_reset(statement);
  return result == SQLITE_DONE ? SQLITE_OK : result;
}

int baseline_insert_item(baseline *db, const baseline_item *item) {
  sqlite3_stmt *insert = db->insert;
  sqlite3_bind_text(insert, 1, item->title, -1, SQLITE_STATIC);
  sqlite3_bind_text(insert, 2, item->notes, -1, SQLITE_STATIC);
  sqlite3_bind_double(insert, 3, item->created_at);
  if (item->has_due) sqlite3_bind_double(insert, 4, item->due);
  else sqlite3_bind_null(insert, 4);
  sqlite3_bind_int(insert, 5, item->is_done);
  sqlite3_bind_int64(insert, 6, item->priority);
  return run(insert);
}

int baseline_insert(baseline *db, const baseline_item *items, int64_t count) {
  int result = run(db->begin);
  for (int64_t i = 0; i < count && !result; i++) result = baseline_insert_item(db, &items[i]);
  if (!result) return run(db->commit);
  sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
  return result;
}

int64_t baseline_heap_size(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

void baseline_free_texts(baseline_item *items, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    free(items[i].title);
    free(items[i].notes);
  }
}

struct sqlite3 *baseline_handle(baseline *db) { return db->db; }
