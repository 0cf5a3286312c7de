import Foundation
import SwiftData

extension ItemTag: Journaled {
  static var journalEntity: JournalEntity { .tag }
  static let journalFields: [JournalField] = [.name]

  var uniqueValue: String { key }

  static func having(_ values: [String]) -> Predicate<ItemTag> { #Predicate { values.contains($0.key) } }

  static var mayServeOthers: Bool { true }

  var users: [Item] { items }

  func journalValue(_ field: JournalField) -> JournalValue { field == .name ? .text(name) : .none }

  func setJournalValue(_ field: JournalField, _ value: JournalValue, in _: ModelContext) {
    guard field == .name, let name = value.text.flatMap({ try? TagName($0) }) else { return }
    rename(to: name)
  }

  static func make(_ values: [JournalField: JournalValue]) -> ItemTag? {
    values[.name]?.text.flatMap { try? TagName($0) }.map { ItemTag($0) }
  }
}
