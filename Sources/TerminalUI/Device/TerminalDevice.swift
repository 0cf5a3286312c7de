import CTerminalUIGuard
import Glibc
import Synchronization

/// The terminal behind standard input and output: its modes, its size, and a descriptor that never waits.
@MainActor
final class TerminalDevice {
  /// The file is opened again, so that not waiting is our business alone and not the shell's.
  private let output: OwnedDescriptor
  /// The modes as they were found.
  private let saved: termios

  /// Opens the terminal; changes nothing yet.
  init() throws(ScreenError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    var modes = termios()
    guard tcgetattr(STDOUT_FILENO, &modes) == 0 else { throw .system(errno) }
    saved = modes
    output = try Self.openWithoutWaiting()
  }

  /// The descriptor to write to; it never waits, except where the terminal could not be opened again.
  var outputDescriptor: Int32 { output.number }

  /// The columns and rows that are used now; nil if the terminal does not know its size.
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
  private static let maxSide = 4096
  private static let maxCells = 1 << 20

  /// The part of a window that is used: a terminal may report 65535 by 65535, which would fill memory with blanks.
  static func bounded(columns: Int, rows: Int) -> Size {
    let width = columns.clamped(to: 1...maxSide)
    return Size(width: width, height: rows.clamped(to: 1...min(maxSide, maxCells / width)))
  }

  /// Enters raw mode: keys come as their bytes, at once and without echo, and output is not translated.
  ///
  /// - Parameter rescue: The sequences to write if the process dies.
  func takeModes(rescue: String) {
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(STDOUT_FILENO, TCSANOW, &raw)
    var modes = saved
    tui_guard_arm(output.number, &modes, rescue, rescue.utf8.count)
  }

  /// Restores the modes as they were found, and shows what was written to standard error meanwhile.
  func restoreModes() {
    var modes = saved
    tcsetattr(STDOUT_FILENO, TCSANOW, &modes)
    tui_guard_disarm()
  }

  /// Discards the output that the terminal has not taken yet.
  func discardOutput() { tcflush(output.number, TCOFLUSH) }

  /// Discards the input that nobody has read.
  ///
  /// After the modes are restored, the kernel would echo it, obey a Ctrl-C in it by discarding the sequences that leave
  /// the alternate screen, and leave the rest to the shell, which would run it.
  func discardInput() { tcflush(STDIN_FILENO, TCIFLUSH) }

  func close() { output.close() }

  private static func openWithoutWaiting() throws(ScreenError) -> OwnedDescriptor {
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let own = open("/proc/self/fd/1", flags)
    if own >= 0 { return OwnedDescriptor(own) }
    // Another user's terminal (after su) cannot be opened again; then writing may wait.
    let shared = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard shared >= 0 else { throw .system(errno) }
    return OwnedDescriptor(shared)
  }
}

/// A file descriptor that is closed once: by ``close()``, or with the last reference.
final class OwnedDescriptor: Sendable {
  let number: Int32
  private let isOpen = Atomic(true)

  init(_ number: Int32) { self.number = number }

  deinit { close() }

  func close() {
    if isOpen.exchange(false, ordering: .acquiringAndReleasing) { _ = Glibc.close(number) }
  }
}
