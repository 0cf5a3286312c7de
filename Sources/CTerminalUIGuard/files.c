#define _GNU_SOURCE
#include "CTerminalUIGuard.h"
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int remove_entry(int directory, const char *name) {
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return 0;
  return unlinkat(directory, name, 0) == 0;
}

// System calls only: opendir() takes memory, which a dying process may not be able to do.
void tui_remove_files(const char *path) {
  int directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return;
  _Alignas(struct dirent64) char entries[4096];
  int removed;
  // What is removed while the directory is read may hide what follows, so it is read until nothing is removed.
  do {
    removed = 0;
    lseek(directory, 0, SEEK_SET);
    for (ssize_t size; (size = getdents64(directory, entries, sizeof entries)) > 0;)
      for (ssize_t place = 0; place < size;) {
        struct dirent64 *entry = (struct dirent64 *)(entries + place);
        removed += remove_entry(directory, entry->d_name);
        place += entry->d_reclen;
      }
  } while (removed > 0);
  close(directory);
}
