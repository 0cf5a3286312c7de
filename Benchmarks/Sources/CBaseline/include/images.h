// Rows as they were read, in memory: what a journal needs to undo a command upon many of them.
#ifndef IMAGES_H
#define IMAGES_H

#include <stdint.h>

#include "statements.h"

typedef struct images images;

// The rows of a query; NULL if it fails.
images *images_read(statements *db, const char *select);

// Runs a statement for each row, whose columns are its parameters. Returns how many rows it changed, -1 on error.
int64_t images_run(statements *db, const char *sql, const images *rows);

// Runs a statement for each run of neighbouring keys, which are the first column in ascending order; its parameters are
// the first and the last of them. Returns 0, or an error of SQLite.
int images_run_keys(statements *db, const char *sql, const images *rows);

// Runs a statement whose parameter is all rows as one blob. Returns 0, or an error of SQLite.
int images_store(statements *db, const char *sql, const images *rows);

int64_t images_count(const images *rows);
int images_columns(const images *rows);
void images_free(images *rows);

#endif
