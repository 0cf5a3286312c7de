import Foundation

/// A value that the journal keeps.
enum JournalValue: Sendable {
  case none
  case integer(Int64)
  case real(Double)
  case text(String)
  case uuid(UUID)
  case keys([Int64])

  init(_ date: Date?) { self = date.map { .real($0.timeIntervalSinceReferenceDate) } ?? .none }
  init(_ text: String?) { self = text.map { .text($0) } ?? .none }
  init(_ integer: Int64?) { self = integer.map { .integer($0) } ?? .none }

  var date: Date? { real.map(Date.init(timeIntervalSinceReferenceDate:)) }
  var real: Double? { if case .real(let number) = self { number } else { nil } }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var uuid: UUID? { if case .uuid(let uuid) = self { uuid } else { nil } }
  var keys: [Int64] { if case .keys(let keys) = self { keys } else { [] } }
}

/// Texts are equal if their bytes are: strings compare by canonical equivalence, but undo restores the exact text.
extension JournalValue: Hashable {
  static func == (left: JournalValue, right: JournalValue) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.uuid(let left), .uuid(let right)): left == right
    case (.keys(let left), .keys(let right)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .integer(let integer): hasher.combine(integer)
    case .real(let number): hasher.combine(number)
    // Equal bytes are equal strings, so their hashes are equal.
    case .text(let text): hasher.combine(text)
    case .uuid(let uuid): hasher.combine(uuid)
    case .keys(let keys): hasher.combine(keys)
    }
  }
}
