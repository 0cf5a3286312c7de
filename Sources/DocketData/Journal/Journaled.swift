import Foundation
import SwiftData

/// A model whose changes the journal keeps.
protocol Journaled: PersistentModel {
  /// The type of the value that is unique among the rows, besides the key.
  associatedtype UniqueValue: Hashable & Sendable

  var uniqueValue: UniqueValue { get }

  /// A predicate for the rows with some unique values.
  static func having(_ values: [UniqueValue]) -> Predicate<Self>

  /// Whether items of other steps may use a row that a step inserted; if some do, the row stays when that is undone.
  static var isShared: Bool { get }

  /// The items that use the row.
  var users: [Item] { get }

  static var journalEntity: JournalEntity { get }
  /// The fields of a row, in the order in which they are stored.
  static var journalFields: [JournalField] { get }

  /// The to-many relationships among some fields, to prefetch for many rows.
  static func lists(_ fields: [JournalField]) -> [PartialKeyPath<Self>]

  func journalValue(_ field: JournalField) -> JournalValue

  /// Sets a field; related rows are looked up in the model's context.
  func setJournalValue(_ field: JournalField, _ value: JournalValue, in context: ModelContext)

  /// A new model with the values of a row, except its relationships; nil if a value is missing.
  static func make(_ values: [JournalField: JournalValue]) -> Self?
}

extension Journaled {
  static var isShared: Bool { false }
  var users: [Item] { [] }

  static func lists(_: [JournalField]) -> [PartialKeyPath<Self>] { [] }

  func journalValues(_ fields: [JournalField]) -> [JournalValue] { fields.map(journalValue) }
}

/// A model with a unique name: a tag, a list, a saved filter.
protocol Named: Journaled where UniqueValue == String {
  associatedtype Name: UniqueName

  /// What people call such a model: "tag".
  static var noun: String { get }

  /// The name, as it was first written.
  var name: String { get }

  func rename(to name: Name)

  /// The error for a name that no such model has.
  static func missing(_ name: String) -> ItemError
}

/// A model that is only a name for items: a tag, a list.
protocol ItemLabel: Named {
  /// The unique key: the name without regard to case.
  var key: String { get }
  /// The items with the tag, or on the list.
  var items: [Item] { get }

  init(_ name: Name)
}

extension ItemLabel {
  static var journalFields: [JournalField] { [.name] }
  static var isShared: Bool { true }

  var uniqueValue: String { key }
  var users: [Item] { items }

  func journalValue(_ field: JournalField) -> JournalValue { field == .name ? .text(name) : .none }

  func setJournalValue(_ field: JournalField, _ value: JournalValue, in _: ModelContext) {
    guard field == .name, let name = value.text.flatMap({ try? Name($0) }) else { return }
    rename(to: name)
  }

  static func make(_ values: [JournalField: JournalValue]) -> Self? {
    values[.name]?.text.flatMap { try? Name($0) }.map { Self($0) }
  }
}
