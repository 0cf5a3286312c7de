import Foundation

/// Failures of hooks that nobody could be told of: the next command or list says them.
public struct HookFailures: Sendable {
  private static let limit = 1 << 13
  private let path: String

  /// The failures of a store's hooks.
  public init(_ state: StoreState) { path = state.path("hooks", "failures") }

  /// Keeps a line, unless there are very many.
  public func keep(_ line: String) {
    guard let file = Descriptor(open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)) else {
      return
    }
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_size < Self.limit else { return }
    let words = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    _ = file.write(Data((words + "\n").utf8))
  }

  /// Takes the lines that are kept; each comes once.
  public func take() -> [String] {
    let taken = path + ".\(getpid())"
    guard access(path, F_OK) == 0, rename(path, taken) == 0 else { return [] }
    defer { unlink(taken) }
    let data = FileManager.default.contents(atPath: taken) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
