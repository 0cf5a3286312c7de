import SwiftData

/// A name that items have, and nothing besides: a tag, a list.
protocol ItemLabel: Named {
  /// What tells it from others: the name without regard to case.
  var key: String { get }

  /// The items that have it.
  var items: [Item] { get }

  init(_ name: Name)
}

extension ItemLabel {
  static var journalFields: [JournalField] { [.name] }

  var uniqueValue: String { key }

  static var mayServeOthers: Bool { true }

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
