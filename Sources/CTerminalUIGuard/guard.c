#define _GNU_SOURCE
#include "CTerminalUIGuard.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { FATAL_COUNT = sizeof fatal_signals / sizeof *fatal_signals, TIMEOUT_MS = 300, LAST_WORDS = 1 << 16 };

static atomic_int armed;
static int terminal_fd = -1;
static int real_stderr = -1;
static int held_stderr = -1;
static char last_words[LAST_WORDS];
static struct termios saved_modes;
static char leave_text[256];
static size_t leave_length;
static char alternate_stack[1 << 16];
static struct sigaction previous[FATAL_COUNT];
static char private_directory[TUI_GUARD_PATH_MAX];
static atomic_int has_private_directory;

// Drops the rest after a timeout: a terminal that takes nothing must not keep a dying process alive.
static void write_all(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      struct pollfd wanted = {.fd = fd, .events = POLLOUT};
      if (poll(&wanted, 1, TIMEOUT_MS) <= 0) return;
      continue;
    }
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

static void release_stderr(void) {
  if (real_stderr < 0) return;
  dup2(real_stderr, STDERR_FILENO);
  off_t end = lseek(held_stderr, 0, SEEK_END);
  off_t start = end > LAST_WORDS ? end - LAST_WORDS : 0;
  ssize_t count = pread(held_stderr, last_words, LAST_WORDS, start);
  // Through the terminal's descriptor, which does not block for ever.
  if (count > 0) write_all(terminal_fd, last_words, tui_make_printable(last_words, (size_t)count));
  close(real_stderr);
  close(held_stderr);
  real_stderr = held_stderr = -1;
}

static void hold_stderr(void) {
  if (!isatty(STDERR_FILENO)) return;
  held_stderr = memfd_create("stderr", MFD_CLOEXEC);
  if (held_stderr < 0) return;
  real_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (real_stderr >= 0) dup2(held_stderr, STDERR_FILENO);
}

// Editors keep copies beside what they edit, so everything in the directory goes.
static void remove_private_directory(void) {
  if (!atomic_exchange(&has_private_directory, 0)) return;
  tui_remove_files(private_directory);
  rmdir(private_directory);
}

// Runs in a signal handler: system calls on saved values only.
static void restore_terminal(void) {
  remove_private_directory();
  if (!atomic_exchange(&armed, 0)) return;
  // Output that the terminal has not taken yet would delay the sequences that restore it, perhaps for ever.
  struct pollfd wanted = {.fd = terminal_fd, .events = POLLOUT};
  if (poll(&wanted, 1, TIMEOUT_MS) == 0) tcflush(terminal_fd, TCOFLUSH);
  write_all(terminal_fd, leave_text, leave_length);
  // Unread input must not be echoed, nor run by the shell.
  tcflush(terminal_fd, TCIFLUSH);
  tcsetattr(terminal_fd, TCSANOW, &saved_modes);
  release_stderr();
}

static void die(int number) {
  restore_terminal();
  // SA_RESETHAND has put the default action back; SA_NODEFER lets the signal through at once.
  raise(number);
}

static int is_watching;

static void watch_fatal_signals(void) {
  if (is_watching) return;
  is_watching = 1;
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = die, .sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < FATAL_COUNT; i++) sigaction(fatal_signals[i], &action, &previous[i]);
}

static void unwatch_fatal_signals(void) {
  if (!is_watching) return;
  is_watching = 0;
  for (int i = 0; i < FATAL_COUNT; i++) sigaction(fatal_signals[i], &previous[i], NULL);
}

static void register_at_exit(void) {
  static int registered;
  if (!registered) registered = atexit(restore_terminal) == 0;
}

void tui_guard_arm(int terminal, const struct termios *saved, const char *leave, size_t length) {
  if (atomic_load(&armed)) return; // continued after another process stopped us: still armed
  register_at_exit();
  leave_length = length < sizeof leave_text ? length : sizeof leave_text;
  memcpy(leave_text, leave, leave_length);
  saved_modes = *saved;
  terminal_fd = terminal;
  hold_stderr();
  watch_fatal_signals();
  atomic_store(&armed, 1);
}

void tui_guard_disarm(void) {
  if (!atomic_exchange(&armed, 0)) return;
  if (!atomic_load(&has_private_directory)) unwatch_fatal_signals();
  release_stderr();
}

int tui_guard_private_directory(const char *directory) {
  if (strlen(directory) >= sizeof private_directory) return -1;
  register_at_exit();
  strcpy(private_directory, directory);
  watch_fatal_signals();
  atomic_store(&has_private_directory, 1);
  return 0;
}

void tui_guard_remove_private_directory(const char *directory) {
  tui_remove_files(directory);
  rmdir(directory);
  if (strcmp(directory, private_directory) == 0) atomic_store(&has_private_directory, 0);
  if (!atomic_load(&armed) && !atomic_load(&has_private_directory)) unwatch_fatal_signals();
}

int tui_memory_file(void) { return memfd_create("frame", MFD_CLOEXEC); }

int tui_window_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
