import SwiftData

extension ItemList: Journaled {
  static var journalEntity: JournalEntity { .list }
  static let journalFields: [JournalField] = [.name]

  func journalValue(_ field: JournalField) -> JournalValue { field == .name ? .text(name) : .none }

  func setJournalValue(_ field: JournalField, _ value: JournalValue, in _: ModelContext) {
    guard field == .name, let name = value.text.flatMap({ try? ListName($0) }) else { return }
    rename(to: name)
  }

  static func make(_ values: [JournalField: JournalValue]) -> ItemList? {
    values[.name]?.text.flatMap { try? ListName($0) }.map { ItemList($0) }
  }
}
