#pragma once
// The part of wide curses that CursesScreen uses. Swift imports no macros with arguments, and mutable globals are
// unsafe there, so both go through inline functions.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <langinfo.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#undef lines
#undef columns

enum { TUI_BOLD = 1, TUI_DIM = 2, TUI_UNDERLINE = 4, TUI_REVERSE = 8, TUI_ITALIC = 16 };

/// Follows the environment's character set, and in nothing else its locale; returns whether it is UTF-8.
///
/// With LC_ALL nothing would be set if the locale of one category, say LC_TIME, is missing here, as often over ssh. If the
/// locale of LC_CTYPE itself is missing and its name says UTF-8, C.UTF-8 has the same character set.
static inline bool tui_follow_character_set(void) {
  if (setlocale(LC_CTYPE, "") == NULL) {
    const char *name = NULL;
    const char *variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3 && (name == NULL || *name == 0); i++) name = getenv(variables[i]);
    if (name != NULL && (strcasestr(name, "utf-8") || strcasestr(name, "utf8"))) setlocale(LC_CTYPE, "C.UTF-8");
  }
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/// Whether terminfo knows `term` and the terminal can place its cursor and clear its screen. Writes nothing.
static inline bool tui_knows_terminal(const char *term) {
  int error = 0;
  if (setupterm((char *)term, 1, &error) != OK) return false;
  bool capable = cursor_address != NULL && clear_screen != NULL;
  del_curterm(cur_term);
  return capable;
}

/// Reads the description of a terminal without using it. Writes nothing.
static inline bool tui_describe(const char *term) {
  int error = 0;
  return setupterm((char *)term, 1, &error) == OK;
}

static inline void tui_forget_description(void) { del_curterm(cur_term); }

/// A screen of curses, and the file that it writes to.
struct tui_session {
  SCREEN *screen;
  FILE *output;
};

/// Ends curses and closes its descriptor; `endwin` has been called.
static inline void tui_end(struct tui_session session) {
  if (session.screen != NULL) delscreen(session.screen);
  if (session.output != NULL) fclose(session.output);
}

/// Starts curses with its output going to `descriptor`, which belongs to it from now on. The screen is NULL where
/// `initscr` would end the process. If `asks_size` is false, it begins with the size of the terminal's description.
static inline struct tui_session tui_start(const char *term, int descriptor, bool asks_size) {
  struct tui_session session = {.screen = NULL, .output = fdopen(descriptor, "w")};
  if (session.output == NULL) {
    close(descriptor);
    return session;
  }
  use_env(asks_size);
  session.screen = newterm((char *)term, session.output, stdin);
  if (session.screen == NULL) {
    tui_end(session);
    session.output = NULL;
    return session;
  }
  typeahead(-1); // never look at the input to decide whether to finish a refresh
  nonl();        // line feeds are not translated on output
  return session;
}

static inline bool tui_start_color(void) {
  return has_colors() && start_color() == OK && use_default_colors() == OK;
}

/// The sequence that resets the terminal's palette; NULL if there is none.
static inline const char *tui_palette_reset(void) {
  const char *text = tigetstr("oc");
  return text == (const char *)-1 ? NULL : text;
}

static inline int tui_color_count(void) { return COLORS; }
static inline int tui_pair(int foreground, int background) { return alloc_pair(foreground, background); }
static inline int tui_pair_count(void) { return COLOR_PAIRS; }
/// Changes the colours of a pair; the cells in it are painted again.
static inline void tui_set_pair(int pair, int foreground, int background) {
  init_extended_pair(pair, foreground, background);
}

static inline attr_t tui_attributes(unsigned flags) {
  attr_t attributes = WA_NORMAL;
  if (flags & TUI_BOLD) attributes |= WA_BOLD;
  if (flags & TUI_DIM) attributes |= WA_DIM;
  if (flags & TUI_UNDERLINE) attributes |= WA_UNDERLINE;
  if (flags & TUI_REVERSE) attributes |= WA_REVERSE;
  if (flags & TUI_ITALIC) attributes |= WA_ITALIC;
  return attributes;
}

// Pairs beyond a short go through the last parameter, which ncurses reads as a pointer to int.
static inline short tui_short_pair(int pair) { return (short)(pair > 32767 ? 32767 : pair); }

// Frames are drawn on newscr itself, which doupdate compares with the terminal: stdscr would only be copied to it.
static inline void tui_set_style(unsigned flags, int pair) {
  wattr_set(newscr, tui_attributes(flags), tui_short_pair(pair), &pair);
}

/// Passes the bytes that change the style to `put`; curses knows the new style then.
static inline void tui_write_style(unsigned flags, int pair, int (*put)(int)) {
  vid_puts(tui_attributes(flags), tui_short_pair(pair), &pair, put);
}

/// Passes the bytes that place the cursor to `put`; curses does not know the new place then.
static inline void tui_write_place(int row, int column, int (*put)(int)) {
  tputs(tparm(cursor_address, row, column), 1, put);
}

/// Moves the rows from `top` to `bottom` up by `distance`, or down if it is negative.
///
/// Curses finds out by itself that the terminal can do so with the rows on the screen.
static inline void tui_move_rows(int top, int bottom, int distance) {
  scrollok(newscr, TRUE);
  wsetscrreg(newscr, top, bottom);
  wscrl(newscr, distance);
  wsetscrreg(newscr, 0, LINES - 1);
  scrollok(newscr, FALSE);
}

/// Has the next update write a row whole.
static inline void tui_forget_row(int row) { wredrawln(newscr, row, 1); }

static inline void tui_put(int row, int column, const wchar_t *text, int count) {
  mvwaddnwstr(newscr, row, column, text, count);
}

/// Whether a character with its style fits in one number, as `tui_put_plain` takes it.
static inline bool tui_is_plain_pair(int pair) { return pair < 256; }
static inline chtype tui_plain_style(unsigned flags, int pair) { return tui_attributes(flags) | COLOR_PAIR(pair); }

/// Puts ASCII with its style, in a tenth of the instructions of wide characters, whose widths are looked up one by one.
static inline void tui_put_plain(int row, int column, const chtype *text, int count) {
  mvwaddchnstr(newscr, row, column, text, count);
}

static inline void tui_redraw_everything(void) { clearok(curscr, TRUE); }

static inline void tui_update(int row, int column) {
  wmove(newscr, row, column);
  doupdate();
}

/// The bytes a key sends, by its terminfo name, or NULL.
static inline const char *tui_key_string(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

// Declared by wchar.h only for programs that ask for X/Open before anything else is included.
extern int wcwidth(wchar_t character);

/// The columns of a wide character by the C library; -1 if it is not printable.
static inline int tui_columns(wchar_t character) { return wcwidth(character); }
