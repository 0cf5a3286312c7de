import Foundation
import PostgreSQLServer

/// A machine of a person, with a home of its own and a store that syncs.
struct Machine {
  let store: URL
  private let stores: Stores
  private let environment: [String: String]
  private let docket: String

  /// A machine without items.
  init(_ name: String, _ options: Options, _ stores: Stores) throws {
    let home = stores.scratchDirectory("home-\(name)")
    chmod(home.path, 0o700)
    store = home.appendingPathComponent("store.sqlite")
    self.stores = stores
    docket = options.docket
    environment = stores.environment.merging(["HOME": home.path, "DOCKET_STORE": store.path]) { $1 }
    try run("list")
  }

  /// Runs a command of docket to its end.
  func run(_ arguments: String...) throws { _ = try time(arguments) }

  /// How long a command of docket takes.
  func time(_ arguments: [String]) throws -> Duration {
    try stores.run([docket] + arguments, environment: environment).time
  }

  /// The other machine joins the space of this one, which begins.
  ///
  /// - Parameter location: a folder or a URL.
  func meet(_ other: Machine, at location: String) throws {
    try run("sync", "init", location)
    let invitation = store.deletingLastPathComponent().appendingPathComponent("invitation")
    try shell("\"$0\" sync invite > '\(invitation.path)'")
    try other.shell("\"$0\" sync join < '\(invitation.path)'")
    try run("sync", "now")
  }

  private func shell(_ script: String) throws {
    _ = try stores.run(["/bin/sh", "-c", script, docket], environment: environment)
  }

  /// Starts what syncs, without a list.
  func sync() throws -> Screen { try Screen([docket, "sync", "run"], environment: environment) }

  /// Opens the list, which starts what syncs.
  func screen(_ arguments: [String] = [], environment more: [String: String] = [:]) throws -> Screen {
    try Screen([docket] + arguments, environment: environment.merging(more) { $1 })
  }
}

extension TestServer {
  /// Makes a database whose owner is a role without privileges, and gives its URL.
  ///
  /// - Parameter givesHints: whether the server lets the role tell others that it has pushed.
  func makeDatabase(_ name: String, givesHints: Bool) throws -> String {
    var statements = [
      "DO $$ BEGIN CREATE ROLE keeper LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
      "CREATE DATABASE \(name) OWNER keeper",
    ]
    for statement in statements { try run("psql", "-q", "-d", "postgres", "-c", statement) }
    statements = givesHints ? [] : ["REVOKE EXECUTE ON FUNCTION pg_catalog.pg_notify(text, text) FROM PUBLIC"]
    for statement in statements { try run("psql", "-q", "-d", name, "-c", statement) }
    return url("keeper", database: name)
  }
}
