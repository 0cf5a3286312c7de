/// The exit statuses, those of `sysexits.h` where there is one.
///
/// Source: https://man7.org/linux/man-pages/man3/sysexits.h.3head.html
enum ExitStatus: Int32, Sendable {
  case success = 0
  /// Nothing matched, or there is no such item.
  case noMatch = 1
  case usage = 64
  case badData = 65
  /// There is no such file.
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case busy = 75
  case notPermitted = 77
  /// The configuration or the terminal is not suitable.
  case configuration = 78
}
