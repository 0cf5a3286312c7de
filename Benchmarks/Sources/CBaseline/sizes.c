#include "sizes.h"

#include <sqlite3.h>
#include <stddef.h>

int64_t sizes_of(const char *path, const char *pattern) {
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  int64_t bytes = -1;
  // https://www.sqlite.org/dbstat.html
  const char *sql = "SELECT ifnull(sum(pgsize), 0) FROM dbstat WHERE name GLOB ?";
  if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
      sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
      sqlite3_bind_text(statement, 1, pattern, -1, SQLITE_STATIC) == SQLITE_OK &&
      sqlite3_step(statement) == SQLITE_ROW) {
    bytes = sqlite3_column_int64(statement, 0);
  }
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return bytes;
}
