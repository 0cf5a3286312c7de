import ArgumentParser
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing

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
