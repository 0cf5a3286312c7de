import Foundation
import SwiftData

/// A model whose changes the journal keeps.
protocol Journaled: PersistentModel {
  static var journalEntity: JournalEntity { get }

  /// The fields of a row, in the order in which they are stored.
  static var journalColumns: [JournalColumn<Self>] { get }

  /// Whether items of other steps may use a row that a step inserted; if some do, the row stays when that is undone.
  static var isShared: Bool { get }

  /// The items that use a row.
  static func users(of row: PersistentIdentifier) -> Predicate<Item>

  /// Adds the fields that an older version of the journal did not have.
  static func complete(_ batch: JournalBatch) -> JournalBatch
}

extension Journaled {
  static var isShared: Bool { false }

  static func users(of _: PersistentIdentifier) -> Predicate<Item> { #Predicate { _ in false } }
  static func complete(_ batch: JournalBatch) -> JournalBatch { batch }

  /// The fields that a step can have.
  static var knownFields: [JournalField] { journalColumns.map(\.field) }

  /// The fields of a row that is inserted or changed.
  ///
  /// Which items a row blocks is a field of those. Only the step that deletes the row has it, because they are no part
  /// of that.
  static var journalFields: [JournalField] { knownFields.filter { $0 != .blocked } }

  /// The columns of some fields.
  static func columns(_ fields: [JournalField]) -> [JournalColumn<Self>] {
    fields.compactMap { field in journalColumns.first { $0.field == field } }
  }

  func journalValues(_ fields: [JournalField]) -> [JournalValue] { Self.columns(fields).map { $0.value(self) } }
}

/// A model with a unique name: a tag, a list, a saved filter.
protocol Named: Journaled {
  associatedtype Name: UniqueName

  /// What people call such a model: "tag".
  static var noun: String { get }

  /// The name, as it was first written.
  var name: String { get }

  func rename(to name: Name)

  /// A predicate for the models with some keys: names without regard to case.
  static func having(keys: [String]) -> Predicate<Self>

  /// The error for a name that no such model has.
  static func missing(_ name: String) -> ItemError
}

/// A model that is only a name for items: a tag, a list.
protocol ItemLabel: Named {
  /// The unique key: the name without regard to case.
  var key: String { get }

  init(_ name: Name)
}

extension ItemLabel {
  static var isShared: Bool { true }
}
