/// A number of things in words: "1 item", "2 items".
public struct Quantity: Hashable, Sendable, CustomStringConvertible {
  private let count: Int
  private let noun: String

  /// - Parameters:
  ///   - count: how many there are.
  ///   - noun: what one of them is called; it takes an s for more.
  public init(_ count: Int, _ noun: String) {
    self.count = count
    self.noun = noun
  }

  /// The number and the noun.
  public var description: String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
