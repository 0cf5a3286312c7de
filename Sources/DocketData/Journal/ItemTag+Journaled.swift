import Foundation
import SwiftData

extension ItemTag: ItemLabel {
  static var journalEntity: JournalEntity { .tag }
  static var noun: String { "tag" }

  static func having(_ values: [String]) -> Predicate<ItemTag> { #Predicate { values.contains($0.key) } }

  static func missing(_ name: String) -> ItemError { .noSuchTag(name) }
}
