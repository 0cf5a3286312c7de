/// The texts that were killed last, newest first.
///
/// A ring is a value: to share it among fields, copy it from the field that is left to the one that is entered.
public struct KillRing: Hashable, Sendable {
  /// The end of the newest piece to which text is joined.
  enum Side: Hashable, Sendable {
    case front
    case back
  }

  /// The number of pieces kept.
  public static let limit = 32

  /// The pieces, newest first.
  public private(set) var pieces: [String] = []

  /// Creates an empty ring.
  public init() {}

  /// Adds a piece.
  public mutating func add(_ piece: String) {
    guard !piece.isEmpty else { return }
    pieces.insert(piece, at: 0)
    if pieces.count > Self.limit { pieces.removeLast() }
  }

  /// Joins text to the newest piece.
  mutating func join(_ text: String, at side: Side) {
    guard !pieces.isEmpty else { return add(text) }
    pieces[0] = side == .front ? text + pieces[0] : pieces[0] + text
  }

  /// The piece that was killed `age` kills ago; after the oldest comes the newest again.
  func piece(_ age: Int) -> String? { pieces.isEmpty ? nil : pieces[age % pieces.count] }
}
