import Foundation

/// A program that others use for the same, with a store of the same titles.
enum Peer: String, CaseIterable {
  case hnb, tig, fzf

  /// The keys that move the cursor to the next line, and back.
  var moveKeys: [String] {
    switch self {
    // Curses programs have the arrow keys in application mode.
    case .hnb: ["\u{1B}OB", "\u{1B}OA"]
    case .tig: ["j", "k"]
    // Its list begins at the bottom.
    case .fzf: ["\u{1B}[A", "\u{1B}[B"]
    }
  }

  var isInstalled: Bool { Peers.isInstalled(rawValue) }

  /// Its screen over a number of items; nil if it is not installed.
  func screen(_ count: Int, _ stores: Stores) throws -> Screen? {
    guard isInstalled else { return nil }
    let titles = try Peers.titles(count, stores)
    let command =
      switch self {
      case .hnb: ["hnb", "-a", titles.path]
      case .tig: ["sh", "-c", "cd '\(try repository(titles, stores).path)' && exec tig"]
      case .fzf: ["sh", "-c", "exec fzf < '\(titles.path)'"]
      }
    return try Screen(["/usr/bin/env"] + command, environment: stores.environment)
  }

  /// A repository with a commit for each title.
  private func repository(_ titles: URL, _ stores: Stores) throws -> URL {
    let directory = titles.deletingPathExtension().appendingPathExtension("git")
    guard !FileManager.default.fileExists(atPath: directory.path) else { return directory }
    try Peers.run("git init --quiet --bare '\(directory.path)'", stores)
    var commits = "blob\nmark :1\ndata 2\nx\n\n"
    // The last commit comes first on its screen.
    let lines = try String(contentsOf: titles, encoding: .utf8).split(separator: "\n").reversed()
    for (index, title) in lines.enumerated() {
      commits += "commit refs/heads/master\ncommitter A U Thor <a@example.org> \(1_700_000_000 + index) +0000\n"
      commits += "data \(title.utf8.count)\n\(title)\nM 100644 :1 f\n\n"
    }
    let stream = titles.deletingPathExtension().appendingPathExtension("commits")
    try commits.write(to: stream, atomically: true, encoding: .utf8)
    let into = "git -C '\(directory.path)'"
    try Peers.run("\(into) symbolic-ref HEAD refs/heads/master", stores)
    try Peers.run("\(into) fast-import --quiet < '\(stream.path)'", stores)
    return directory
  }
}

/// What the peers have in common.
enum Peers {
  static func isInstalled(_ program: String) -> Bool {
    Stores.path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  /// The titles of the items that docket has, one in each line.
  static func titles(_ count: Int, _ stores: Stores) throws -> URL {
    let items = try stores.file(count)
    let file = items.deletingPathExtension().appendingPathExtension("txt")
    guard !FileManager.default.fileExists(atPath: file.path) else { return file }
    let titles = try JSONDecoder().decode([Item].self, from: Data(contentsOf: items)).map(\.title)
    try (titles.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  private struct Item: Decodable {
    let title: String
  }

  /// Runs a shell's command to its end.
  @discardableResult
  static func run(_ command: String, _ stores: Stores) throws -> Duration {
    try stores.run(["/bin/sh", "-c", command]).time
  }
}
