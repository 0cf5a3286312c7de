import Foundation
import Measuring
import OpenSwiftDataSync
import PostgreSQLRemote
import PostgreSQLServer

/// Measures one PostgreSQL under many replicas, each with a connection of its own, as in `docket-sync`.
@main
enum PGBench {
  static func main() async throws {
    guard let options = try? Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(2)
    }
    guard let programs = TestServer.installation else { return print("PostgreSQL is not installed") }
    let server = try TestServer(programs: programs, settings: "max_connections = \(options.replicas + 50)")
    var outcomes = try await LargePushes(server).measure()
    for team in options.teams { outcomes += try await measure(team, options, server) }
    print(options.isJSON ? try OutcomeTable(outcomes: outcomes).json : OutcomeTable(outcomes: outcomes).text)
  }

  /// - Parameter team: how many replicas share a space.
  private static func measure(_ team: Int, _ options: Options, _ server: TestServer) async throws -> [Outcome] {
    let database = "team\(team)"
    try server.run("createdb", database)
    let connection = server.connection(database: database)
    let administration = try PostgreSQLSync(connection: connection)
    var remotes: [PostgreSQLRemote] = []
    while remotes.count < options.replicas {
      let space = SyncIdentity.random()
      try await administration.initialize(space: space)
      for _ in 0..<min(team, options.replicas - remotes.count) {
        let replica = Replica(UInt64(remotes.count + 1))
        var configuration = PostgreSQLConfiguration()
        configuration.usesHints = options.usesHints
        remotes.append(
          try PostgreSQLRemote(connection: connection, space: space, replica: replica, configuration: configuration))
      }
    }
    let findings = Findings()
    let statements = try await run(remotes, options, findings) { try await Statements.count(in: connection) }
    let times = findings.all
    for failure in Set(times.failures).prefix(3) { print(failure) }
    let due = options.replicas * options.seconds
    let what = "\(options.replicas) replicas in spaces of \(team)\(options.usesHints ? "" : ", without hints")"
    let perPush = Double(statements) / Double(max(1, times.pushes.count))
    return [
      Outcome("S4", "\(what): pushes that are missing, of \(due)", Double(due - times.pushes.count), .count, limit: 0),
      Outcome("S4", "\(what): pushes a second", Double(times.pushes.count) / Double(options.seconds), .count),
    ] + Percentiles.outcomes("S4", "\(what): from due to acknowledged", times.pushes, limit: 1_000)
      + Percentiles.outcomes("S4", "\(what): from due to another replica", times.deliveries, limit: 1_000) + [
        Outcome("S4", "\(what): deliveries", Double(times.deliveries.count), .count),
        Outcome("S4", "\(what): statements", Double(statements), .count),
        Outcome("S4", "\(what): statements a push", perPush, .count, limit: 10),
        Outcome(
          "S4", "\(what): statements a push or delivery",
          Double(statements) / Double(max(1, times.pushes.count + times.deliveries.count)), .count),
      ]
  }

  /// Connects all, then lets each push once a second, at a time of its own in it.
  ///
  /// - Returns: how many statements the server ran meanwhile.
  private static func run(
    _ remotes: [PostgreSQLRemote], _ options: Options, _ findings: Findings,
    _ count: () async throws -> Int
  ) async throws -> Int {
    try await withThrowingTaskGroup { group in
      for remote in remotes { group.addTask { try await remote.open() } }
      try await group.waitForAll()
    }
    let before = try await count()
    let start = ContinuousClock.now + .milliseconds(500)
    await withTaskGroup { group in
      for (index, remote) in remotes.enumerated() {
        group.addTask {
          let phase = Duration.seconds(1) * index / remotes.count
          var replica = SimulatedReplica(remote, start: start, findings)
          await replica.run(
            (0..<options.seconds).map { .seconds($0) + phase }, until: .seconds(options.seconds + 1))
        }
      }
      await group.waitForAll()
    }
    return try await count() - before
  }
}

/// The command line.
struct Options {
  var replicas = 1_000
  var seconds = 30
  /// How many replicas share a space, for each measurement.
  var teams = [1, 5]
  /// Each hint wakes all who listen in the database, whatever their channel, for a transaction that counts as well.
  var usesHints = true
  var isJSON = false

  static let usage = "usage: pg-bench [--replicas 1000] [--seconds 30] [--teams 1,5] [--no-hints] [--json]"

  enum Failure: Error { case usage }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--json" {
        isJSON = true
        continue
      }
      if argument == "--no-hints" {
        usesHints = false
        continue
      }
      guard let value = rest.popFirst() else { throw Failure.usage }
      switch argument {
      case "--replicas": replicas = Int(value) ?? 0
      case "--seconds": seconds = Int(value) ?? 0
      case "--teams": teams = value.split(separator: ",").compactMap { Int($0) }
      default: throw Failure.usage
      }
    }
    guard replicas > 0, seconds > 0, !teams.isEmpty, teams.allSatisfy({ $0 > 0 }) else { throw Failure.usage }
  }
}
