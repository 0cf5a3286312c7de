import ArgumentParser
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote

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
    let (row, name) = try session.names.list(list)
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
