import Foundation

/// A machine of a person: a home with a store that syncs by way of a folder.
struct SyncedHome: Sendable {
  let docket: DocketProcess
  /// Where machines meet.
  let folder: String

  init(_ name: String, in directory: TemporaryDirectory) throws {
    folder = directory.file("folder")
    let home = directory.file(name)
    for path in [folder, home] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    var docket = DocketProcess(in: directory)
    docket.environment["HOME"] = home
    docket.environment["DOCKET_STORE"] = nil
    self.docket = docket
  }

  /// Two machines that have joined; each has the items that it was given, and the other's.
  static func pair(
    in directory: TemporaryDirectory, _ first: [String], _ second: [String]
  ) async throws -> (SyncedHome, SyncedHome) {
    let (a, b) = (try SyncedHome("a", in: directory), try SyncedHome("b", in: directory))
    for title in first { try await a.docket.run("add", title) }
    for title in second { try await b.docket.run("add", title) }
    if first.isEmpty { try await a.docket.run("list") }
    if second.isEmpty { try await b.docket.run("list") }
    try await a.docket.run("sync", "init", a.folder)
    try await b.join(by: a.invitation())
    try await a.docket.run("sync", "now")
    return (a, b)
  }

  /// The line that lets another machine join.
  func invitation() async throws -> String { try await docket.run("sync", "invite").text }

  @discardableResult
  func join(by invitation: String) async throws -> DocketProcess.Result {
    try docket.directory.write(Data(invitation.utf8), to: "invitation")
    return try await docket.shell("\"$@\" < invitation").run("sync", "join")
  }

  @discardableResult
  func sync() async throws -> DocketProcess.Result { try await docket.run("sync", "now") }

  /// The number that an item has here, by a query that finds nothing else.
  func number(of query: String) async throws -> String {
    try await docket.run("list", query, "--ids").text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What the store has, but for the numbers of the items, which are each machine's own.
  func items() async throws -> [String] {
    let lines = try await docket.run("list").text.split(separator: "\n")
    return lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().joined(separator: " ") }
      .sorted()
  }
}
