import DocketLocking
import Foundation

/// Interns primary keys of custom stores that are no integers, so that identifiers stay plain values of 16 bytes.
///
/// An entry is never removed, because an identifier may live as long as the process. The numbers are above all that
/// SQLite assigns, and are never written: an encoded identifier has the text.
enum PrimaryKeyTexts {
  private struct Table {
    var texts: [String] = []
    var numbers: [String: Int64] = [:]
  }

  private static let first: Int64 = 1 << 62
  private static let table = Lock(Table())

  static func number(for text: String) -> Int64 { intern(text).number }

  /// The number of a key, and whether this call assigned it.
  static func intern(_ text: String) -> (number: Int64, isNew: Bool) {
    table.withLock { table in
      if let number = table.numbers[text] { return (number, false) }
      let number = first + Int64(table.texts.count)
      table.texts.append(text)
      table.numbers[text] = number
      return (number, true)
    }
  }

  /// The key of a number, or nil if the number is a key itself.
  static func text(for number: Int64) -> String? {
    guard number >= first else { return nil }
    return table.withLock { table in
      let index = Int(number - first)
      return index < table.texts.count ? table.texts[index] : nil
    }
  }

  /// Texts and UUIDs as they are, other keys as JSON.
  static func text(of key: some Encodable) throws -> String {
    switch key {
    case let text as String: text
    case let uuid as UUID: uuid.uuidString
    default: try JSONText.text(of: key)
    }
  }
}
