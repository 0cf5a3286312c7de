import Foundation

/// The one spelling in which a store keeps the values of a type whose texts may be spelled in several ways.
enum CanonicalSpelling: String, Sendable {
  case decimal = "Decimal"
  case identifier = "UUID"
  case address = "URL"

  /// Nil for a type whose texts are their own spelling.
  init?(_ type: String) { self.init(rawValue: type) }

  /// The text in the one spelling; nil if it is none of the type.
  func spell(_ text: String) -> String? {
    switch self {
    case .decimal: decimal(text)
    case .identifier: UUID(uuidString: text)?.uuidString
    case .address: URL(string: text)?.absoluteString
    }
  }

  /// Foundation reads a number at the beginning of any text; here the text has to be one to its end.
  private func decimal(_ text: String) -> String? {
    guard text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil else { return nil }
    return Decimal(string: text)?.description
  }
}
