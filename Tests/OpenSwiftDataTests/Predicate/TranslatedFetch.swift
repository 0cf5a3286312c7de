import DocketLocking
import Foundation

@testable import OpenSwiftData

extension ModelContext {
  /// Whether SQL expresses the whole of a predicate.
  func isSaidBySQL<Model: PersistentModel>(_ predicate: Predicate<Model>) throws -> Bool {
    try isSaidBySQL(FetchDescriptor(predicate: predicate))
  }

  /// Whether SQL expresses the whole of a fetch.
  func isSaidBySQL<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> Bool {
    try FetchPlan(descriptor, in: store).residual == nil
  }

  /// The condition in SQL; nil if every row has to be looked at.
  func condition<Model: PersistentModel>(_ predicate: Predicate<Model>) throws -> String? {
    try FetchPlan(FetchDescriptor(predicate: predicate), in: store).query.condition?.sql
  }

  /// SQLite's plan for a fetch.
  ///
  /// Source: https://www.sqlite.org/eqp.html
  func plan<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> String {
    let query = try FetchPlan(descriptor, in: store).query
    return try connection.read { connection in
      let statement = try connection.statement(
        "EXPLAIN QUERY PLAN " + query.sql(selecting: "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)"))
      defer { statement.reset() }
      try statement.bind(query.arguments)
      var lines: [String] = []
      while try statement.step() { lines.append(statement.text(3)) }
      return lines.joined(separator: "\n")
    }
  }
}

/// Lines that were logged.
final class Lines: Sendable {
  private let lines = Lock<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
