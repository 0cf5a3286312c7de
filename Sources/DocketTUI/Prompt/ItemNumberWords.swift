/// The numbers of items in a line, separated by spaces or commas.
enum ItemNumberWords {
  /// More are not looked at with each key.
  private static let maxNumbers = 100

  /// - Returns: nil if something else is among them, or nothing.
  static func numbers(in text: String) -> [Int64]? {
    let words = text.split { $0 == "," || $0.isWhitespace }
    let numbers = words.compactMap { Int64($0.hasPrefix("#") ? $0.dropFirst() : $0) }.filter { $0 > 0 }
    return words.isEmpty || numbers.count < words.count || numbers.count > maxNumbers ? nil : numbers
  }
}
