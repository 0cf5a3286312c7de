import CTerminalUIGuard
import Glibc

/// What signals do while a terminal is ours.
///
/// They are caught before curses begins: it takes those over that nobody has caught, and its handlers end the process
/// without restoring what we changed. What comes before a ``TerminalSource`` starts is delivered by it then.
enum TerminalSignals {
  /// The signals that are delivered.
  static let caught = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2]

  /// Catches them; doing it again changes nothing.
  static func take() {
    for number in caught { _ = tui_signals_catch(number) }
    // Writing to a closed pipe is an error to handle, not a reason to die.
    _ = tui_signals_ignore(SIGPIPE)
  }

  /// Lets each do again what it did before; doing it again changes nothing.
  static func giveBack() { for number in caught + [SIGPIPE] { tui_signals_release(number) } }
}
