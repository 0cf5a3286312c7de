#pragma once
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// Remembers how to leave full-screen mode, and does so when the process dies of a fatal signal or calls exit().
/// `leave` is copied (at most 256 bytes). While armed, standard error is held back if it is a terminal, and shown
/// after the restoration, so that the last words of a crash can be read.
void tui_guard_arm(int terminal, const struct termios *saved, const char *leave, size_t length);

/// Forgets the terminal, gives standard error back and shows what was written to it meanwhile.
void tui_guard_disarm(void);

/// Catches `number`: it is remembered, and the descriptor of tui_signals_descriptor() becomes readable.
/// Returns 0, or -1 with errno.
int tui_signals_catch(int number);

/// Gives `number` its default action back.
void tui_signals_release(int number);

/// Non-blocking descriptor, readable (8 bytes) once a caught signal has come; -1 if it cannot be made.
int tui_signals_descriptor(void);

/// Whether `number` came since the last call.
int tui_signals_take(int number);

/// A new anonymous file in memory, closed on exec; -1 with errno.
int tui_memory_file(void);

/// Columns and rows of the terminal behind `descriptor`; returns 0, or -1 if it has none.
int tui_window_size(int descriptor, int *columns, int *rows);
