#pragma once
#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

enum { TUI_GUARD_PATH_MAX = 4096 };

/// Arms the guard: it restores the terminal when the process dies of a fatal signal or calls exit().
/// `saved` are the modes to restore, `leave` the sequences to write (at most 256 bytes are copied). While armed,
/// standard error is held back if it is a terminal, and shown after the restoration: made printable, and at most the
/// last 64 kB of it, so that the last words of a crash can be read.
void tui_guard_arm(int terminal, const struct termios *saved, const char *leave, size_t length);

/// Disarms the guard, restores standard error and shows what was written to it meanwhile.
void tui_guard_disarm(void);

/// Has the guard remove a directory with its files when the process calls exit() or dies of a fatal signal.
/// There is one such directory, the one set last. Returns 0, or -1 if the path is too long.
int tui_guard_private_directory(const char *directory);

/// Removes a directory with its files now; the guard forgets it if it is the one set last.
void tui_guard_remove_private_directory(const char *directory);

/// Removes the files in a directory, not its directories. May be called in a signal handler.
void tui_remove_files(const char *directory);

/// Replaces control characters and malformed UTF-8 by `?`, except line feeds and tabs. Returns the number of bytes
/// that are left. May be called in a signal handler.
size_t tui_make_printable(char *text, size_t count);

/// Catches a signal: it sets a flag, and the descriptor of tui_signals_descriptor() becomes readable.
/// A signal that our parent had us ignore stays ignored. Returns 0, or -1 with errno.
int tui_signals_catch(int number);

/// Ignores a signal until it is released. Returns 0, or -1 with errno.
int tui_signals_ignore(int number);

/// Restores the action that a signal had before it was caught or ignored; without effect if it was not.
void tui_signals_release(int number);

/// Sets the default action of a signal.
void tui_signals_default(int number);

/// Has the system keep the exit status of children until we ask, even if our parent ignored SIGCHLD.
void tui_signals_keep_endings(void);

/// Stops the process group as the terminal's Ctrl-Z would, and returns when we are continued. Returns at once if
/// SIGTSTP is ignored, because then nobody could continue us.
void tui_signals_stop(void);

/// A non-blocking descriptor, readable (8 bytes) after a caught signal came; -1 if it cannot be created.
int tui_signals_descriptor(void);

/// Whether a signal came since the last call.
int tui_signals_take(int number);

/// A descriptor that is readable while the main dispatch queue has jobs to run; -1 where Dispatch has none. Who runs
/// the queue reads it.
int tui_main_queue_descriptor(void);

/// A new anonymous file in memory, closed on exec; -1 with errno.
int tui_memory_file(void);

/// Columns and rows of the terminal behind `descriptor`; returns 0, or -1 if it has none.
int tui_window_size(int descriptor, int *columns, int *rows);

/// Has a program that is started close every descriptor from `first` on. Returns 0, or an error number.
int tui_close_from(posix_spawn_file_actions_t *actions, int first);

/// Asks the scheduler for slices of a tenth of a millisecond for this thread, so that it runs sooner once it is woken,
/// without getting more time in all. A thread of another policy than the usual one, or with a better priority, is left
/// alone. Threads and programs started from it have the usual slices, and never a better priority than the usual one;
/// that can't be undone. Before Linux 6.12 the length is ignored.
/// Returns 0, also where it was left alone, or -1 with errno.
int tui_ask_for_short_slices(void);
