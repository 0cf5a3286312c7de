#include "statements.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

struct statements {
  sqlite3 *db;
};

statements *statements_open(const char *path, int cache_kibibytes) {
  statements *db = calloc(1, sizeof *db);
  char setup[200];
  snprintf(
      setup, sizeof setup,
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -%d;",
      cache_kibibytes);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &db->db, flags, NULL) || sqlite3_exec(db->db, setup, NULL, NULL, NULL)) {
    statements_close(db);
    return NULL;
  }
  return db;
}

void statements_close(statements *db) {
  if (!db) return;
  sqlite3_close(db->db);
  free(db);
}

int statements_run(statements *db, const char *sql) { return sqlite3_exec(db->db, sql, NULL, NULL, NULL); }

sqlite3 *statements_handle(statements *db) { return db->db; }

const char *statements_error(statements *db) { return sqlite3_errmsg(db->db); }
