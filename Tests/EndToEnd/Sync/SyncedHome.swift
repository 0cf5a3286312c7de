import Foundation

/// A machine of a person: a home with a store that syncs by way of a folder or a database.
struct SyncedHome: Sendable {
  var docket: DocketProcess
  /// The folder where machines meet, unless they meet elsewhere.
  let folder: String
  /// What it is called, and its folder.
  let name: String

  init(_ name: String, in directory: TemporaryDirectory) throws {
    self.name = name
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

  /// Machines that have joined, with stores that are empty.
  ///
  /// - Parameter location: where they meet; nil for the folder.
  static func joined(
    _ names: [String], in directory: TemporaryDirectory, at location: String? = nil
  ) async throws -> [SyncedHome] {
    let homes = try names.map { try SyncedHome($0, in: directory) }
    for home in homes { try await home.docket.run("list") }
    let begun = try await homes[0].docket.run("sync", "init", location ?? homes[0].folder)
    guard begun.status == 0 else { throw ConditionTimeout(description: begun.error) }
    for home in homes.dropFirst() { try await home.join(by: homes[0].invitation()) }
    return homes
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

  /// - Parameter location: where the folder or the database is, if it is elsewhere for this person.
  @discardableResult
  func join(by invitation: String, at location: String? = nil) async throws -> DocketProcess.Result {
    try docket.directory.write(Data(invitation.utf8), to: "invitation")
    let arguments = ["sync", "join"] + (location.map { ["--at", $0] } ?? [])
    return try await docket.shell("\"$@\" < invitation").run(bytes: arguments.map { Array($0.utf8) })
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

  /// All fields of all items, but for the numbers.
  func everything() async throws -> [String] {
    let items = try JSONSerialization.jsonObject(with: await docket.run("export", "--format", "json").output)
    return try (items as? [[String: Any]] ?? []).map { item in
      var item = item
      item["id"] = nil
      return String(decoding: try JSONSerialization.data(withJSONObject: item, options: .sortedKeys), as: UTF8.self)
    }.sorted()
  }

  /// The titles of the items, each with its state.
  func states() async throws -> [String: String] {
    struct Item: Decodable {
      let title, state: String
    }
    let items = try JSONDecoder().decode([Item].self, from: await docket.run("list", "--json").output)
    return Dictionary(items.map { ($0.title, $0.state) }) { first, _ in first }
  }

  /// Starts 'docket sync run' and does not wait; what it says goes to a file of the machine's name.
  func startSyncing() throws -> ChildProcess {
    let log = docket.directory.file("\(name).log")
    return try docket.start(
      bytes: ["sync", "run"].map { Array($0.utf8) }, output: .file(log), error: .file(log))
  }

  /// The store's file.
  var store: String { docket.directory.file("\(name)/.local/share/docket/docket.sqlite") }
}
