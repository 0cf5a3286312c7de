#pragma once
#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

enum { TUI_GUARD_PATH_MAX = 4096 };

/// Remembers how to leave full-screen mode, and does so when the process dies of a fatal signal or calls exit().
/// `leave` is copied (at most 256 bytes). While armed, standard error is held back if it is a terminal, and shown
/// after the restoration, made printable and at most the last 64 kB of it, so that the last words of a crash can be
/// read.
void tui_guard_arm(int terminal, const struct termios *saved, const char *leave, size_t length);

/// Forgets the terminal, gives standard error back and shows what was written to it meanwhile.
void tui_guard_disarm(void);

/// Remembers one directory, the last that it is told, to be removed with the files in it when the process calls exit(), or dies of a fatal
/// signal. Returns 0, or -1 if the path is too long.
int tui_guard_private_directory(const char *directory);

/// Removes a directory with the files in it, and forgets it if it is the one that is remembered.
void tui_guard_remove_private_directory(const char *directory);

/// Removes the files in a directory, not its directories. May be called in a signal handler.
void tui_remove_files(const char *directory);

/// Replaces by `?` what a terminal would obey and what is no UTF-8; line feeds and tabs stay. Returns how many of the
/// bytes are left. May be called in a signal handler.
size_t tui_make_printable(char *text, size_t count);

/// Catches `number`: it is remembered, and the descriptor of tui_signals_descriptor() becomes readable.
/// A signal that our parent made us ignore stays ignored. Returns 0, or -1 with errno.
int tui_signals_catch(int number);

/// Has `number` do nothing until it is released. Returns 0, or -1 with errno.
int tui_signals_ignore(int number);

/// Lets `number` do again what it did before it was caught or ignored; without effect if it was not.
void tui_signals_release(int number);

/// Gives `number` its default action.
void tui_signals_default(int number);

/// Has the system keep how children end until it is asked, also where our parent ignored the ends of its own.
void tui_signals_keep_endings(void);

/// Stops the whole process group as the terminal's Ctrl-Z would, and returns once we are continued. Returns at once
/// where nobody could continue us.
void tui_signals_stop(void);

/// Non-blocking descriptor, readable (8 bytes) once a caught signal has come; -1 if it cannot be made.
int tui_signals_descriptor(void);

/// Whether `number` came since the last call.
int tui_signals_take(int number);

/// A new anonymous file in memory, closed on exec; -1 with errno.
int tui_memory_file(void);

/// Columns and rows of the terminal behind `descriptor`; returns 0, or -1 if it has none.
int tui_window_size(int descriptor, int *columns, int *rows);

/// Has a program to be started close every descriptor from `first` on. Returns 0, or an error number.
int tui_close_from(posix_spawn_file_actions_t *actions, int first);
