#include "images.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct images {
  unsigned char *bytes;
  size_t size, capacity;
  int columns;
  int64_t rows;
};

static void append(images *rows, const void *bytes, size_t count) {
  if (rows->size + count > rows->capacity) {
    rows->capacity = 2 * rows->capacity + count;
    rows->bytes = realloc(rows->bytes, rows->capacity);
  }
  memcpy(rows->bytes + rows->size, bytes, count);
  rows->size += count;
}

// A byte for the type, then eight bytes for a number, or the length and the bytes of a text.
static void append_value(images *rows, sqlite3_stmt *row, int column) {
  unsigned char type = (unsigned char)sqlite3_column_type(row, column);
  append(rows, &type, 1);
  if (type == SQLITE_INTEGER) {
    int64_t value = sqlite3_column_int64(row, column);
    append(rows, &value, sizeof value);
  } else if (type == SQLITE_FLOAT) {
    double value = sqlite3_column_double(row, column);
    append(rows, &value, sizeof value);
  } else if (type != SQLITE_NULL) {
    const void *text = sqlite3_column_text(row, column);
    int count = sqlite3_column_bytes(row, column);
    append(rows, &count, sizeof count);
    append(rows, text, (size_t)count);
  }
}

static const unsigned char *bind_value(sqlite3_stmt *statement, int parameter, const unsigned char *next) {
  unsigned char type = *next++;
  if (type == SQLITE_INTEGER) {
    int64_t value;
    memcpy(&value, next, sizeof value);
    sqlite3_bind_int64(statement, parameter, value);
    return next + sizeof value;
  }
  if (type == SQLITE_FLOAT) {
    double value;
    memcpy(&value, next, sizeof value);
    sqlite3_bind_double(statement, parameter, value);
    return next + sizeof value;
  }
  if (type == SQLITE_NULL) {
    sqlite3_bind_null(statement, parameter);
    return next;
  }
  int count;
  memcpy(&count, next, sizeof count);
  sqlite3_bind_text(statement, parameter, (const char *)next + sizeof count, count, SQLITE_STATIC);
  return next + sizeof count + count;
}

images *images_read(statements *statements, const char *select) {
  sqlite3 *db = statements_handle(statements);
  images *rows = calloc(1, sizeof *rows);
  sqlite3_stmt *statement = NULL;
  int result = sqlite3_prepare_v2(db, select, -1, &statement, NULL);
  rows->columns = sqlite3_column_count(statement);
  while (!result && (result = sqlite3_step(statement)) == SQLITE_ROW) {
    for (int column = 0; column < rows->columns; column++) append_value(rows, statement, column);
    rows->rows++;
    result = SQLITE_OK;
  }
  sqlite3_finalize(statement);
  if (result == SQLITE_DONE) return rows;
  images_free(rows);
  return NULL;
}

int64_t images_run(statements *statements, const char *sql, const images *rows) {
  sqlite3 *db = statements_handle(statements);
  sqlite3_stmt *statement = NULL;
  int64_t changed = 0;
  int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  int parameters = sqlite3_bind_parameter_count(statement);
  const unsigned char *next = rows->bytes;
  for (int64_t row = 0; row < rows->rows && !result; row++) {
    for (int column = 1; column <= rows->columns; column++) {
      // What the statement doesn't use is passed over: binding it fails.
      next = bind_value(statement, column <= parameters ? column : 0, next);
    }
    result = sqlite3_step(statement) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
    changed += sqlite3_changes64(db);
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  return result ? -1 : changed;
}

// Passes over a value.
static const unsigned char *after_value(const unsigned char *next) {
  unsigned char type = *next++;
  if (type == SQLITE_NULL) return next;
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) return next + sizeof(int64_t);
  int count;
  memcpy(&count, next, sizeof count);
  return next + sizeof count + count;
}

int images_run_keys(statements *statements, const char *sql, const images *rows) {
  sqlite3 *db = statements_handle(statements);
  sqlite3_stmt *statement = NULL;
  int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  const unsigned char *next = rows->bytes;
  int64_t first = 0, last = 0;
  for (int64_t row = 0; row <= rows->rows && !result; row++) {
    int64_t key = 0;
    if (row < rows->rows) memcpy(&key, next + 1, sizeof key);
    if (row > 0 && key != last + 1) {
      sqlite3_bind_int64(statement, 1, first);
      sqlite3_bind_int64(statement, 2, last);
      result = sqlite3_step(statement) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
      sqlite3_reset(statement);
    }
    if (row == 0 || key != last + 1) first = key;
    last = key;
    for (int column = 0; column < rows->columns && row < rows->rows; column++) next = after_value(next);
  }
  sqlite3_finalize(statement);
  return result;
}

int images_store(statements *statements, const char *sql, const images *rows) {
  sqlite3 *db = statements_handle(statements);
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  sqlite3_bind_blob64(statement, 1, rows->bytes, rows->size, SQLITE_STATIC);
  int result = sqlite3_step(statement);
  sqlite3_finalize(statement);
  return result == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
}

int64_t images_count(const images *rows) { return rows->rows; }

int images_columns(const images *rows) { return rows->columns; }

void images_free(images *rows) {
  if (!rows) return;
  free(rows->bytes);
  free(rows);
}
