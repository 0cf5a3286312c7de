import Foundation

/// A value that the journal keeps.
enum JournalValue: Sendable {
  case none
  case integer(Int64)
  case real(Double)
  case text(String)
  case uuid(UUID)
  /// The keys of rows that a relationship leads to.
  case keys([Int64])

  init(_ date: Date?) { self = date.map { .real($0.timeIntervalSinceReferenceDate) } ?? .none }

  init(_ text: String?) { self = text.map { .text($0) } ?? .none }

  init(_ integer: Int64?) { self = integer.map { .integer($0) } ?? .none }

  var date: Date? {
    if case .real(let seconds) = self { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
  }

  var real: Double? {
    if case .real(let number) = self { number } else { nil }
  }

  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var uuid: UUID? {
    if case .uuid(let uuid) = self { uuid } else { nil }
  }

  var keys: [Int64] {
    if case .keys(let keys) = self { keys } else { [] }
  }
}
