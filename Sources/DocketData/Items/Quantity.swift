/// A number with its noun: "1 item", "2 items".
public struct Quantity: Hashable, Sendable, CustomStringConvertible {
  private let count: Int
  private let noun: String

  /// - Parameters:
  ///   - count: the number.
  ///   - noun: the noun in the singular; its plural ends in s.
  public init(_ count: Int, _ noun: String) {
    self.count = count
    self.noun = noun
  }

  /// The number and the noun.
  public var description: String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
