// A database and plain SQL, for what docket's own tables are compared with.
#ifndef STATEMENTS_H
#define STATEMENTS_H

typedef struct statements statements;
struct sqlite3;

// Opens a database, or makes it, as the library does: WAL and FULL; NULL if that fails.
statements *statements_open(const char *path, int cache_kibibytes);
void statements_close(statements *db);

// Runs SQL that answers nothing. Returns 0, or an error of SQLite.
int statements_run(statements *db, const char *sql);

// The connection, for other C files.
struct sqlite3 *statements_handle(statements *db);

// What the last error was.
const char *statements_error(statements *db);

#endif
