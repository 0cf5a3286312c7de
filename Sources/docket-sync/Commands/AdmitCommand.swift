import ArgumentParser
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote

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
