import Foundation
import SwiftData

extension ItemList: ItemLabel {
  static var journalEntity: JournalEntity { .list }
  static var noun: String { "list" }

  static func having(_ values: [String]) -> Predicate<ItemList> { #Predicate { values.contains($0.key) } }

  static func missing(_ name: String) -> ItemError { .noSuchList(name) }
}
