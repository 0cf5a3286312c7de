import Foundation
import SwiftData

/// Rows as they are in the store: a column for each field of interest.
struct JournalRows<Model: Journaled> {
  let fields: [JournalField]
  /// The keys of the rows that are there, in the order in which they were asked for.
  let keys: [Int64]
  private(set) var columns: [[JournalValue]] = []
  /// The first row that is not there.
  let missing: Int64?

  /// Reads rows in one query, and one for each list.
  ///
  /// - Parameter wanted: their keys, each once.
  init(_ wanted: [Int64], _ fields: [JournalField], in context: ModelContext) throws {
    let all = try wanted.filter { $0 > 0 }.map { try context.container.identifier(of: Model.self, primaryKey: $0) }
    let read = Model.columns(fields)
    let found = try context.execute(BatchFetch<Model>(all).returning(read.map(\.property)))
    let order = RowOrder(wanted, found: found.identifiers.map { $0.primaryKey ?? 0 })
    self.fields = fields
    keys = order.keys
    missing = order.missing
    columns = try read.map { order.arrange(try $0.values(found)) }
  }

  /// The values of a row.
  func values(_ row: Int) -> [JournalValue] { columns.map { $0[row] } }
}

/// Brings rows that were found in ascending order into the order in which they were asked for.
private struct RowOrder {
  let keys: [Int64]
  let missing: Int64?
  /// The places among the rows that were found; nil if the order is the same.
  private let places: [Int]?

  init(_ wanted: [Int64], found: [Int64]) {
    guard wanted != found else {
      (keys, missing, places) = (found, nil, nil)
      return
    }
    let known = Dictionary(zip(found, found.indices), uniquingKeysWith: { $1 })
    places = wanted.compactMap { known[$0] }
    keys = wanted.filter { known[$0] != nil }
    missing = wanted.first { known[$0] == nil }
  }

  func arrange(_ column: [JournalValue]) -> [JournalValue] { places.map { $0.map { column[$0] } } ?? column }
}
