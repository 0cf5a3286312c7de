import Foundation
import SwiftData

/// A model whose changes the journal keeps.
protocol Journaled: PersistentModel {
  /// What tells a row from all others, besides its key.
  associatedtype UniqueValue: Hashable & Sendable

  /// The value that no other row has.
  var uniqueValue: UniqueValue { get }

  /// The rows that have some of the values.
  static func having(_ values: [UniqueValue]) -> Predicate<Self>

  /// Whether a row that comes into being with one step may serve items of others since: it stays then when that is
  /// undone.
  static var mayServeOthers: Bool { get }

  /// The items that have it.
  var users: [Item] { get }

  static var journalEntity: JournalEntity { get }
  /// All fields that make up a row, in the order in which they are kept.
  static var journalFields: [JournalField] { get }

  /// The relationships that some fields are kept of and that are lists, so that those of many rows are better read at
  /// once.
  static func lists(_ fields: [JournalField]) -> [PartialKeyPath<Self>]

  func journalValue(_ field: JournalField) -> JournalValue

  /// Sets a field; the rows that relationships lead to are looked up in the model's context.
  func setJournalValue(_ field: JournalField, _ value: JournalValue, in context: ModelContext)

  /// A new model with the values of a row, relationships left out; nil if a value is missing.
  static func make(_ values: [JournalField: JournalValue]) -> Self?
}

extension Journaled {
  static var mayServeOthers: Bool { false }

  var users: [Item] { [] }

  static func lists(_: [JournalField]) -> [PartialKeyPath<Self>] { [] }

  func journalValues(_ fields: [JournalField]) -> [JournalValue] { fields.map(journalValue) }
}
