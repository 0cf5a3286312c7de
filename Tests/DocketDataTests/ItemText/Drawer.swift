import DocketData
import Foundation
import Testing

/// The text of an item that was in a store, and what somebody makes of it.
struct Drawer {
  let document: ItemDocument
  private(set) var text: String

  init(_ item: NewItem) async throws {
    document = ItemDocument(try await Self.item(item), Berlin.reference)
    text = document.text
  }

  mutating func replace(_ old: String, _ new: String) {
    #expect(text.contains(old))
    text.replace(old, with: new, maxReplacements: 1)
  }

  /// Deletes the line of a field.
  mutating func delete(_ field: String) {
    text = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("\(field):") }
      .joined(separator: "\n")
  }

  /// What the text changes in its item.
  func edit() throws(DocumentError) -> ItemEdit { try document.edit(text) }

  /// What the text changes in another item.
  func edit(of item: NewItem) async throws -> ItemEdit {
    try ItemDocument(try await Self.item(item), Berlin.reference).edit(text)
  }

  /// An item as a store has it.
  static func item(_ item: NewItem) async throws -> ItemValues {
    let handler = try await World().handler()
    return try await handler.item(id: try await handler.newItem(item))
  }

  /// "2026-11-21 17:00" in Berlin.
  static func date(_ text: String) -> Date {
    let numbers = text.split { !$0.isNumber }.map { Int($0) ?? 0 } + [0]
    var parts = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
    (parts.hour, parts.minute, parts.second) = (numbers[3], numbers[4], numbers[5])
    return Berlin.reference.calendar.date(from: parts) ?? .distantPast
  }
}
