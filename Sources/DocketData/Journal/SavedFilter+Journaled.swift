import Foundation
import SwiftData

extension SavedFilter: Named {
  static var journalEntity: JournalEntity { .filter }
  static let journalFields: [JournalField] = [.name, .query, .position]

  static var noun: String { "filter" }

  var uniqueValue: String { key }

  static func having(_ values: [String]) -> Predicate<SavedFilter> { #Predicate { values.contains($0.key) } }

  func journalValue(_ field: JournalField) -> JournalValue {
    switch field {
    case .name: .text(name)
    case .query: .text(query)
    case .position: .real(position)
    default: .none
    }
  }

  func setJournalValue(_ field: JournalField, _ value: JournalValue, in _: ModelContext) {
    switch field {
    case .name: value.text.flatMap { try? ListName($0) }.map(rename)
    case .query: query = value.text ?? query
    case .position: position = value.real ?? position
    default: break
    }
  }

  static func make(_ values: [JournalField: JournalValue]) -> SavedFilter? {
    guard let name = values[.name]?.text.flatMap({ try? ListName($0) }), let query = values[.query]?.text,
      let position = values[.position]?.real
    else { return nil }
    return SavedFilter(name, query: query, position: position)
  }

  static func missing(_ name: String) -> ItemError { .noSuchFilter(name) }
}
