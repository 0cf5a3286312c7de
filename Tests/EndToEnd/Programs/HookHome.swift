import Foundation

/// A store whose hooks write what they get to a log: the event, a space, and the JSON on one line.
struct HookHome: Sendable {
  let directory: TemporaryDirectory
  var docket: DocketProcess

  init(in directory: TemporaryDirectory? = nil) throws {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    docket = DocketProcess(in: directory)
  }

  var log: String { directory.file("hooks.log") }

  /// Writes a script.
  ///
  /// - Returns: its path.
  @discardableResult
  func script(_ name: String, _ body: String) throws -> String {
    try directory.writeProgram("#!/bin/sh\n\(body)\n", to: name)
  }

  /// A script that writes what it gets to the log.
  func logger() throws -> String {
    try script("log", "{ printf '%s ' \"$DOCKET_HOOK\"; tr '\\n' ' '; echo; } >> '\(log)'")
  }

  /// Configures the same program for all events.
  ///
  /// - Parameter timeout: in seconds; more than a busy machine takes for all that a test does while its hooks wait.
  func configure(_ program: String, timeout: Double = 1_800, in home: String = "home") throws {
    let folder = directory.file("\(home)/.config/docket")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let lines = ["added", "changed", "done", "deleted"].map { "\($0) = \"\(program)\"" }
    let text = "[hooks]\n\(lines.joined(separator: "\n"))\ntimeout = \(timeout)\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/config.toml"))
  }

  /// An item as a hook got it.
  struct Item: Decodable, Hashable, Sendable {
    let id: Int
    let title: String?
    let state: String?
  }

  /// What a hook got.
  struct Call: Hashable, Sendable {
    let event: String
    let items: [Item]
  }

  /// What was written to the log so far; a line that is being written is not among it yet.
  func calls() throws -> [Call] {
    let data = FileManager.default.contents(atPath: log) ?? Data()
    return try data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { line in
      let event = line.prefix { $0 != UInt8(ascii: " ") }
      let items = try JSONDecoder().decode([Item].self, from: Data(line.dropFirst(event.count)))
      return Call(event: String(decoding: event, as: UTF8.self), items: items)
    }
  }

  /// Waits until the hooks have had so many items; then nothing more may come.
  func calls(withItems count: Int) async throws -> [Call] {
    try await waitUntil(or: { "\((try? calls()) ?? [])" }) {
      try calls().reduce(0) { $0 + $1.items.count } >= count ? true : nil
    }
    try await docket.run("hooks")
    return try calls()
  }

  /// Waits until a file is there.
  func wait(for name: String) async throws {
    try await waitUntil(or: { "\(name) does not come" }) {
      FileManager.default.fileExists(atPath: directory.file(name)) ? true : nil
    }
  }

  /// Waits until a script has written a line with a number, and nothing else, to a file.
  func number(in name: String) async throws -> pid_t {
    try await waitUntil(or: { "\(name) does not come" }) {
      guard let text = try? text(of: name), text.hasSuffix("\n") else { return nil }
      return pid_t(text.dropLast())
    }
  }

  /// The text of a file in the directory.
  func text(of name: String) throws -> String { String(decoding: try directory.bytes(of: name), as: UTF8.self) }
}
