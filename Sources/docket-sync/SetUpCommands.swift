import ArgumentParser
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote

/// `docket sync init`: begins a space in a folder or a database.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Begin to sync this store, by way of a folder or a PostgreSQL database.",
    discussion: """
      A folder must exist; something else carries it: Syncthing, a network share, a stick. Of a database the tables are \
      made, in a schema of their own. A password stands in ~/.pgpass, never in the URL.
      """)

  @OptionGroup var store: StoreOptions

  @Option(help: ArgumentHelp("What the space is called.", valueName: "name"))
  var name = "docket"

  @Argument(
    help: ArgumentHelp("A folder, or a URL such as postgres://db.example/team.", valueName: "folder|url"),
    completion: .directory)
  var location: String

  func run() async throws {
    let session = try SyncSession(store)
    let location = try Location.typed(location)
    if let status = try await session.engine.status() { throw SyncError.alreadySetUp(status.space) }
    let space = KeyedSpace(space: .random(), name: name, key: SpaceKey())
    // Refuses a password.
    _ = try Invitation(location: location, space: space)
    if case .database(let connection) = Location(location) {
      try await PostgreSQLSync(connection: connection).initialize(space: space.space)
    }
    // The key first: a store without its key could not be read by anybody.
    try session.keys.add(space)
    try await session.engine.setUp(space: space.space, location: location)
    let report = try await session.firstRound()
    print("syncing with \(location), \(report.words)\nanother machine: docket sync invite")
  }
}

/// `docket sync invite`: what another machine needs, as one line.
struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Print the line that lets another machine join.",
    discussion: "Who reads the line can read and write the space: send it by a way that you trust.")

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let session = try SyncSession(store)
    let status = try await session.status()
    print(try Invitation(location: status.location, space: session.space(of: status)).line)
  }
}

/// `docket sync join`: takes part in a space of another machine.
struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Sync this store with the machine that an invitation is from.",
    discussion: """
      The invitation is read from standard input, since other users see a command's arguments. The items of both \
      machines come together.
      """)

  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp("Where the folder or the database is, if it is elsewhere here.", valueName: "folder|url"),
    completion: .directory)
  var at: String?

  func run() async throws {
    let session = try SyncSession(store)
    if let status = try await session.engine.status() { throw SyncError.alreadySetUp(status.space) }
    if isatty(STDIN_FILENO) == 1 { FileHandle.standardError.write(Data("Invitation: ".utf8)) }
    let invitation = try Invitation(line: readLine() ?? "")
    let location = try Location.typed(at ?? invitation.location)
    // Refuses a password.
    _ = try Invitation(location: location, space: invitation.space)
    try session.keys.add(invitation.space)
    try await session.engine.setUp(space: invitation.space.space, location: location)
    let report = try await session.firstRound()
    print("syncing with \(location), \(report.words)")
    if report.pulled == 0 {
      print("nothing of another machine is there yet; is it the right place, and was it carried over?")
    }
  }
}

/// `docket sync leave`: stops syncing.
struct LeaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Stop syncing this store; its items stay, here and on the other machines.")

  @OptionGroup var store: StoreOptions

  @Flag(help: "Forget the key of the space too, if no other store of yours syncs with it.")
  var forgetKey = false

  func run() async throws {
    let session = try SyncSession(store)
    let status = try await session.status()
    try await session.engine.leave()
    if forgetKey { try session.keys.remove(status.space) }
    print("this store does not sync any more")
  }
}

/// `docket sync admit`: lets a role of the database take part.
struct AdmitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admit", abstract: "Let a role of the PostgreSQL database take part in the space.",
    discussion: "The role must exist; whoever ran init can admit it.")

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The role that the other machine logs in as.", valueName: "role"))
  var role: String

  func run() async throws {
    let status = try await SyncSession(store).status()
    guard case .database(let connection) = Location(status.location) else {
      throw SyncFailure(.usage, "only a database has roles", place: status.location, remedy: "see 'docket sync invite'")
    }
    try await PostgreSQLSync(connection: connection).add(member: role, to: status.space)
    print("\(VisibleLine.of(role)) may sync; now docket sync invite")
  }
}

extension SyncSession {
  /// The round that shows whether the place is right; if it is not, the store is as it was before.
  fileprivate func firstRound() async throws -> SyncReport {
    do { return try await round() } catch {
      try? await engine.leave()
      throw error
    }
  }
}

extension SyncReport {
  /// What a round did, in words.
  var words: String {
    let parts = [(pushed, "sent"), (pulled, "received")].filter { $0.0 > 0 }.map { number, word in
      "\(number) \(number == 1 ? "batch" : "batches") \(word)"
    }
    let rows = changed > 0 ? ["\(changed) \(changed == 1 ? "row" : "rows") changed"] : []
    return parts.isEmpty && rows.isEmpty ? "nothing new" : (parts + rows).joined(separator: ", ")
  }
}
