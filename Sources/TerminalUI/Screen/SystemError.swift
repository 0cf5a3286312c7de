import Glibc

/// Error numbers of the operating system, in words.
enum SystemError {
  static func text(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }
}
