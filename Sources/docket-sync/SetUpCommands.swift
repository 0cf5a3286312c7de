import ArgumentParser
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote

/// Where machines are to meet.
struct LocationArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A folder, or a URL such as postgres://db.example/team.", valueName: "folder|url"),
    completion: .directory)
  var location: String
}

/// Whether a new space is sealed.
struct ProtectionOption: ParsableArguments {
  @Flag(help: "Don't seal what is sent, so that it can be queried in the database.")
  var readable = false

  /// What protects the new space.
  var protection: SpaceProtection { readable ? .readable : .sealed(SpaceKey()) }
}

extension SpaceProtection {
  /// What somebody should know who begins or joins a space: a line, or nothing.
  fileprivate var notice: String {
    isReadable ? "\nthis space is readable: whoever runs the place can read and change all that is in it" : ""
  }
}

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

  @OptionGroup var option: ProtectionOption

  @OptionGroup var place: LocationArgument

  func run() async throws {
    let session = try SyncSession(store)
    let location = try Location.typed(place.location)
    if let status = try await session.engine.status() { throw SyncError.alreadySetUp(status.space) }
    let space = KeyedSpace(space: .random(), name: name, protection: option.protection)
    try await session.checkSecrecy(ofListsIn: space)
    // Refuses a password.
    _ = try Invitation(location: location, space: space)
    if case .database(let connection) = Location(location) {
      try await PostgreSQLSync(connection: connection, configuration: SyncSession.database)
        .initialize(space: space.space, isReadable: space.protection.isReadable)
    }
    // The key first: a store without its key could not be read by anybody.
    let report = try await Self.beginning(at: location) {
      try await session.adding(space) {
        try await session.engine.setUp(space: space.space, location: location)
        return try await session.firstRound()
      }
    }
    print("syncing with \(location), \(report.words)\(space.protection.notice)\nanother machine: docket sync invite")
  }
}

extension ParsableCommand {
  /// The first round of a new space; what another one has left there has another key.
  fileprivate static func beginning(
    at location: String, _ round: () async throws -> SyncReport
  ) async throws -> SyncReport {
    do { return try await round() } catch SealingError.wrongKey {
      throw SyncFailure(
        .usage, "another store or list has synced by way of this folder", place: location,
        remedy: "make another one in it, or 'docket sync join' what is there")
    }
  }
}

/// `docket sync share`: shares a list with somebody else.
struct ShareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Share a list, with its items, with somebody else.",
    discussion: """
      The others see the list, what is on it, its sub-items and tags, and nothing else. They meet in a folder or a database \
      that all of them reach; a folder must be another one than that of your own machines. Your own machines take part by \
      themselves. Moving an item to the list shares it, moving it away takes it back.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The list.", valueName: "list"))
  var list: String

  @OptionGroup var option: ProtectionOption

  @OptionGroup var place: LocationArgument

  func run() async throws {
    let session = try SyncSession(store)
    let location = try Location.typed(place.location)
    let (row, name) = try session.list(list)
    if let shared = try? await session.space(ofList: list) {
      throw SyncFailure(
        .usage, "the list is shared already", place: "\(name), at \(try await shared.status().location)",
        remedy: "see 'docket sync invite'")
    }
    let taken = try await session.usedFolders()
    if taken.contains(location) {
      throw SyncFailure(
        .usage, "other things sync by way of this folder already", place: location, remedy: "make another one in it")
    }
    let space = KeyedSpace(space: .random(), name: name, protection: option.protection)
    try await session.checkSecrecy(of: space)
    let invitation = try Invitation(location: location, space: space, content: .list)
    if case .database(let connection) = Location(location) {
      // This person's other machines may log in as other roles.
      try await PostgreSQLSync(connection: connection, configuration: SyncSession.database)
        .initialize(
          space: space.space, withMembersOf: session.engine.status()?.space, isReadable: space.protection.isReadable)
    }
    let report = try await Self.beginning(at: location) {
      try await session.adding(space) {
        let shared = try await session.engine.share(row, as: space.space, location: location)
        return try await session.firstRound(invitation, at: shared)
      }
    }
    print(
      "sharing the list \(VisibleLine.of(name)) by way of \(location), \(report.words)\(space.protection.notice)\n"
        + "somebody else: docket sync invite \(ShellWord(name))")
  }
}

/// `docket sync invite`: what another machine needs, as one line.
struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Print the line that lets another machine, or somebody else, join.",
    discussion: """
      Without a list it is for another machine of yours: who reads the line can read and write all that is in the store. \
      With a list that you share it is for somebody else, and for that list only. Send it by a way that you trust.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("A list that is shared.", valueName: "list"))
  var list: String?

  func run() async throws {
    let session = try SyncSession(store)
    let space = if let list { try await session.space(ofList: list) } else { session.own }
    let status = try await space.status()
    print(
      try Invitation(
        location: status.location, space: session.space(of: status, list: space.list),
        content: list == nil ? .store : .list
      ).line)
  }
}

/// `docket sync join`: takes part in a space of another machine.
struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Sync this store with the machine that an invitation is from.",
    discussion: """
      The invitation is read from standard input, since other users see a command's arguments. The items of both \
      machines come together. Given again, it puts back a key that was lost.
      """)

  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp("Where the folder or the database is, if it is elsewhere here.", valueName: "folder|url"),
    completion: .directory)
  var at: String?

  @Flag(help: "Take an invitation to a list only, and none to a whole store.")
  var listOnly = false

  /// Taken so that no message repeats what was typed: an invitation holds a key.
  @Argument(help: .private)
  var words: [String] = []

  func run() async throws {
    guard words.isEmpty else {
      throw SyncFailure(
        .usage, "an invitation is not given as an argument, which other users see", place: "docket sync join",
        remedy: "run it alone, and paste the line when it asks")
    }
    let session = try SyncSession(store)
    let invitation = try Self.invitation()
    if listOnly, invitation.content == .store {
      throw SyncFailure(
        .usage, "this invitation is to all items of a store, not to a list", place: "space \(invitation.space.space)",
        remedy: "'docket sync join' on the command line takes it")
    }
    let location = try Location.typed(at ?? invitation.location)
    // Refuses a password.
    let own = try Invitation(location: location, space: invitation.space, content: invitation.content)
    let report: SyncReport
    switch invitation.content {
    case .store:
      if let status = try await session.engine.status() {
        guard status.space != invitation.space.space else {
          return try await session.meetAgain(
            session.own, invitation.space, "this store", at: at == nil ? nil : location)
        }
        throw SyncError.alreadySetUp(status.space)
      }
      try await session.checkSecrecy(ofListsIn: invitation.space)
      report = try await session.adding(invitation.space) {
        // Lists that are shared already may have changed.
        _ = try? await session.round()
        try await session.engine.setUp(space: invitation.space.space, location: location)
        return try await session.firstRound()
      }
      print("syncing with \(location), \(report.words)\(invitation.space.protection.notice)")
    case .list:
      if let known = try? await session.space(invitation.space.space) {
        return try await session.meetAgain(
          known, invitation.space, "the list \(VisibleLine.of(invitation.space.name))", at: at == nil ? nil : location)
      }
      try await session.checkSecrecy(of: invitation.space)
      report = try await session.adding(invitation.space) {
        let place = try await session.engine.takePart(in: invitation.space.space, location: location)
        return try await session.firstRound(own, at: place)
      }
      print(
        "sharing the list \(VisibleLine.of(invitation.space.name)) by way of \(location), \(report.words)"
          + invitation.space.protection.notice)
      if let name = try await session.space(invitation.space.space)?.list, !name.isEmpty, name != invitation.space.name
      {
        print("it is called \(VisibleLine.of(name)) here")
      }
    }
    if report.pulled == 0 {
      print("nothing of another machine is there yet; is it the right place, and was it carried over?")
    }
  }
}

extension JoinCommand {
  /// The invitation from standard input, which a mail program may have wrapped.
  private static func invitation() throws -> Invitation {
    if isatty(STDIN_FILENO) == 1 { FileHandle.standardError.write(Data("Invitation: ".utf8)) }
    var text = ""
    while let line = readLine(), !line.isEmpty || text.isEmpty {
      text += line
      if let invitation = try? Invitation(line: text) { return invitation }
    }
    return try Invitation(line: text)
  }
}

/// `docket sync leave`: stops syncing.
struct LeaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Stop syncing this store, or a list that it shares; all items stay where they are.",
    discussion: "A list that you leave is yours alone from then on, on all your machines; the others keep theirs.")

  @Argument(help: ArgumentHelp("A list that is shared; without it, the store itself.", valueName: "list"))
  var list: String?

  @OptionGroup var store: StoreOptions

  @Flag(help: "Forget the key of the space too, if no other store of yours syncs with it.")
  var forgetKey = false

  func run() async throws {
    let session = try SyncSession(store)
    // Nil for what another version wrote, of which no more is known.
    let space: SyncIdentity?
    let unsent: String
    var undecided = 0
    if let list {
      let shared = try await session.space(ofList: list)
      space = try await shared.status().space
      unsent = await lastRound(session, with: shared)
      undecided = try await session.conflictCount(in: shared, shared.status())
      try await session.engine.leave(shared.engine.place)
    } else {
      space = try await ownSpace(session)
      unsent = await lastRound(session)
      try await session.engine.leave()
    }
    let others = (try? await session.spaces().count) ?? 0
    if forgetKey, let space { try session.keys.remove(space) }
    let outcome =
      list.map { "the list \(VisibleLine.of($0)) is not shared any more" } ?? "this store does not sync any more"
    print(outcome + unsent)
    if undecided > 0 { print("\(undecided) \(undecided == 1 ? "conflict" : "conflicts") of it were not decided") }
    if list != nil, let notice = try await tellOtherMachines(session) { print(notice) }
    if list == nil, others > 0 {
      print("still shared: \(others) \(others == 1 ? "list" : "lists"), see docket sync status")
    }
  }

  /// The store's own space; nil if another version wrote what sync keeps of it, or of a list that is shared.
  private func ownSpace(_ session: SyncSession) async throws -> SyncIdentity? {
    do {
      _ = try await session.spaces()
      return try await session.status().space
    } catch SyncError.earlierFormat, SyncError.laterFormat {
      return nil
    }
  }

  /// Sends what was written here, which is still for the others: decisions about conflicts too, since what nobody was told
  /// of would be open again, should the store join later.
  ///
  /// - Parameter shared: the space of the list that is left; nil for the store itself.
  /// - Returns: what to say if that was not possible.
  private func lastRound(_ session: SyncSession, with shared: SyncedSpace? = nil) async -> String {
    do {
      do { _ = try await session.round() } catch {
        // Another space of the store may be what failed.
        guard let shared else { throw error }
        _ = try await SpaceRemotes().round(shared, session)
      }
      return ""
    } catch {
      return ": what was saved here since the last round was not sent (\(error.reason))"
    }
  }

  /// Tells this person's other machines that a list was left.
  ///
  /// - Returns: what to say of it; nil if there are none.
  private func tellOtherMachines(_ session: SyncSession) async throws -> String? {
    guard try await session.engine.status() != nil else { return nil }
    do {
      _ = try await SpaceRemotes().round(session.own, session)
      return "your other machines leave it with their next round"
    } catch {
      return "your other machines are not told yet, and still share it (\(error.reason))"
    }
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

  @Argument(help: ArgumentHelp("A list that is shared; without it, the store itself.", valueName: "list"))
  var list: String?

  func run() async throws {
    let session = try SyncSession(store)
    let status = if let list { try await session.space(ofList: list).status() } else { try await session.status() }
    guard case .database(let connection) = Location(status.location) else {
      throw SyncFailure(.usage, "only a database has roles", place: status.location, remedy: "see 'docket sync invite'")
    }
    try await PostgreSQLSync(connection: connection, configuration: SyncSession.database)
      .add(member: role, to: status.space)
    print("\(VisibleLine.of(role)) may sync; now docket sync invite\(list.map { " \(ShellWord($0))" } ?? "")")
  }
}

extension SyncSession {
  /// Adds a space to the keys for something that needs it there.
  ///
  /// - Throws: `KeyFileError`, and what the body throws: then a key that was not there is forgotten again.
  fileprivate func adding<Result>(_ space: KeyedSpace, _ body: () async throws -> Result) async throws -> Result {
    let isNew = try keys.add(space)
    do { return try await body() } catch {
      if isNew { try? keys.remove(space.space) }
      throw error
    }
  }

  /// Has a space that is joined already meet the others somewhere else, or with its key that was lost, if a round shows
  /// that they are there.
  ///
  /// - Parameter location: nil for where it is.
  /// - Throws: `SyncFailure` if there is nothing to do, and what the round throws: then all is as it was.
  fileprivate func meetAgain(
    _ space: SyncedSpace, _ keyed: KeyedSpace, _ what: String, at location: String?
  ) async throws {
    let former = try await space.status().location
    let isKeyMissing = try keys.space(keyed.space) == nil
    let isElsewhere = location != nil && location != former
    guard isKeyMissing || isElsewhere else {
      // Another key than the one that is there is said first.
      try keys.add(keyed)
      throw SyncFailure(
        .usage, "\(what) is joined already", place: former, remedy: "--at says where it is, should it be elsewhere now")
    }
    try await adding(keyed) {
      if let location, isElsewhere { try await space.engine.move(to: location) }
      do {
        if isKeyMissing { try await checkRestoredKey(of: space) }
        let report = try await SpaceRemotes().round(space, self)
        let key = isKeyMissing ? "the key of \(what) is back" : ""
        guard let location, isElsewhere else { return print("\(key), \(report.words)") }
        if isKeyMissing { print(key) }
        print("\(what) meets the others at \(location) now, \(report.words)")
      } catch {
        try? await space.engine.move(to: former)
        throw error
      }
    }
  }

  /// Makes sure that what was sent can be read, by others or by this store, before anything is sent.
  private func checkRestoredKey(of space: SyncedSpace) async throws {
    let status = try await space.status()
    try SpaceRemotes.checkFolder(status)
    // Nobody is given what is one's own, and this store may be the only one that has sent something: so somebody else asks.
    var (generator, databases) = (SystemRandomNumberGenerator(), [String: PostgreSQLRemote]())
    let remote = try remote(status, list: space.list, as: .random(using: &generator), &databases)
    try await remote.open()
    let page = try await remote.pull(after: RemoteCursor(), limit: 64)
    if !page.batches.isEmpty { return }
    if let problem = page.problems.first {
      throw SyncFailure(
        .badData, problem.description, place: "batch \(problem.batch)", remedy: "ask for a new invitation")
    }
    // One that can't be opened is an error.
    guard try await remote.snapshots().isEmpty, status.sent > 0 else { return }
    throw SyncFailure(
      .noInput, "there is nothing of what was sent, to see whether the key fits", place: status.location,
      remedy: "restore what was there, or run 'docket sync leave' and join again")
  }

  /// The round that shows whether the place is right; if it is not, the store is as it was before.
  fileprivate func firstRound() async throws -> SyncReport {
    do { return try await SpaceRemotes().round(SyncedSpace(engine: engine, list: nil, root: nil), self) } catch {
      try? await engine.leave()
      throw error
    }
  }

  /// The same for a list that is shared; this person's other machines hear of it with the next round.
  fileprivate func firstRound(_ invitation: Invitation, at place: SpacePlace) async throws -> SyncReport {
    let report: SyncReport
    do {
      report = try await SpaceRemotes().round(SyncedSpace(engine: engine(at: place), list: "", root: nil), self)
      if try await engine.status() != nil {
        try await engine.announce(invitation.space.space, invitation: invitation.line)
      }
    } catch {
      try? await engine.leave(place)
      throw error
    }
    // It may be out of reach, which is no reason against the list.
    _ = try? await round()
    return report
  }
}
