import CTerminalUIGuard
import Glibc

/// The terminal behind standard input and output: its modes, its size, and a way to write without waiting.
@MainActor
final class TerminalDevice {
  /// A description of our own, so that not waiting is our business alone and not the shell's.
  let output: OwnedDescriptor
  private let saved: termios

  /// Opens the terminal; changes nothing yet.
  init() throws(ScreenError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    var modes = termios()
    guard tcgetattr(STDOUT_FILENO, &modes) == 0 else { throw .system(errno) }
    saved = modes
    output = try Self.openWithoutWaiting()
  }

  /// The columns and rows now, within limits; nil if the terminal does not know.
  var size: Size? { windowSize.map { Self.bounded(columns: $0.width, rows: $0.height) } }

  /// Whether the window is within the limits, so that curses may know its size.
  var hasUsualSize: Bool { windowSize == size }

  private var windowSize: Size? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard tui_window_size(STDOUT_FILENO, &columns, &rows) == 0 else { return nil }
    return Size(width: Int(columns), height: Int(rows))
  }

  /// The most columns or rows that are used, and the most cells.
  private static let longest = 4096
  private static let largest = 1 << 20

  /// As much of a window as is used: a terminal may say 65535 by 65535, which would fill memory with blanks.
  static func bounded(columns: Int, rows: Int) -> Size {
    let width = columns.clamped(to: 1...longest)
    return Size(width: width, height: rows.clamped(to: 1...min(longest, largest / width)))
  }

  /// Every key comes as its bytes, at once and unseen; nothing is translated on the way out.
  ///
  /// - Parameter rescue: What is written if the process dies.
  func takeModes(rescue: String) {
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(STDOUT_FILENO, TCSANOW, &raw)
    var modes = saved
    tui_guard_arm(output.number, &modes, rescue, rescue.utf8.count)
  }

  /// Puts the modes back as they were found, and lets standard error through again.
  func restoreModes() {
    var modes = saved
    tcsetattr(STDOUT_FILENO, TCSANOW, &modes)
    tui_guard_disarm()
  }

  /// Throws away what was written and the terminal has not taken yet.
  func discardOutput() { tcflush(output.number, TCOFLUSH) }

  /// Throws away what was typed, or pasted, and nobody has read.
  ///
  /// With the modes of before, the kernel would echo it, obey the Ctrl-C in it by throwing away what leaves the
  /// alternate screen, and leave the rest to the shell, which would run it.
  func discardInput() { tcflush(STDIN_FILENO, TCIFLUSH) }

  func close() { output.close() }

  private static func openWithoutWaiting() throws(ScreenError) -> OwnedDescriptor {
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let own = open("/proc/self/fd/1", flags)
    if own >= 0 { return OwnedDescriptor(own) }
    // Another user's terminal (after su) cannot be opened; then writing may wait.
    let shared = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard shared >= 0 else { throw .system(errno) }
    return OwnedDescriptor(shared)
  }
}
