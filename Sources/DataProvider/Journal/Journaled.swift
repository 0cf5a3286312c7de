import SwiftData

/// A model whose changes the journal keeps.
protocol Journaled: PersistentModel {
  static var journalEntity: JournalEntity { get }
  /// All fields that make up a row, in the order in which they are kept.
  static var journalFields: [JournalField] { get }

  func journalValue(_ field: JournalField) -> JournalValue

  /// Sets a field; the rows that relationships lead to are looked up in the model's context.
  func setJournalValue(_ field: JournalField, _ value: JournalValue, in context: ModelContext)

  /// A new model with the values of a row, relationships left out; nil if a value is missing.
  static func make(_ values: [JournalField: JournalValue]) -> Self?
}

extension Journaled {
  func journalValues(_ fields: [JournalField]) -> [JournalValue] { fields.map(journalValue) }
}
