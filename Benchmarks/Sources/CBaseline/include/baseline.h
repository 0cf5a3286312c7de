// What the benchmarks compare with: the same work on the same tables, by libsqlite3 alone.
#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>
#include <stdint.h>

typedef struct baseline baseline;
struct sqlite3;

typedef struct {
  int64_t id;
  char *title;
  char *notes;
  double created_at;
  double due;
  int has_due;
  int is_done;
  int64_t priority;
} baseline_item;

// Opens a store that exists, configured like the library's connections; NULL if that fails.
baseline *baseline_open(const char *path);
void baseline_close(baseline *db);

// The keys of all items by their creation; the caller frees them. Returns their number, -1 on error.
int64_t baseline_ids(baseline *db, int64_t **ids);

// All items with copies of their texts. Returns their number, -1 on error.
int64_t baseline_items(baseline *db, baseline_item **items);

// The items of some keys, one look-up each. Returns how many were found, -1 on error.
int64_t baseline_window(baseline *db, const int64_t *ids, int64_t count, baseline_item *items);

// Inserts items in one transaction. Returns 0, or an error of SQLite.
int baseline_insert(baseline *db, const baseline_item *items, int64_t count);

// Inserts an item as a part of a transaction. Returns 0, or an error of SQLite.
int baseline_insert_item(baseline *db, const baseline_item *item);

// The connection, for other C files.
struct sqlite3 *baseline_handle(baseline *db);

// The bytes of the heap that are in use.
int64_t baseline_heap_size(void);

// Frees the texts of some items.
void baseline_free_texts(baseline_item *items, int64_t count);

#endif
