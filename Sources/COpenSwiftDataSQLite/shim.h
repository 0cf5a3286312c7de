#pragma once

#include <sqlite3.h>
#include <sys/inotify.h>
#include <string.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
// A null pointer would bind NULL; an empty text is not NULL.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, int length) {
  return sqlite3_bind_text(statement, index, text ? (const char *)text : "", length, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return length == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                     : sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// sqlite3_db_config is variadic, which Swift does not import.
static inline int csqlite_set_flag(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, NULL);
}

// sqlite3_config is variadic, too.
static inline int csqlite_omit_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

static inline void csqlite_result_text(sqlite3_context *call, const char *text, int length) {
  sqlite3_result_text(call, text, length, SQLITE_TRANSIENT);
}

// glibc has these on every Linux, and hides their names from programs that do not ask for them all.
extern int pipe2(int ends[2], int flags);

#ifndef SCHED_BATCH
#define SCHED_BATCH 3
#endif
