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
  var notice: String {
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
