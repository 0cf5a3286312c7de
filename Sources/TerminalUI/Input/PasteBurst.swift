/// Tells a paste from typing where the terminal does not mark it.
///
/// What a terminal without bracketed paste sends for a paste are keys, and each would be a command. But nobody types
/// dozens of different characters between two turns of the loop: such a burst, and what follows until there is a
/// rest, is taken for a paste. A state machine without clock; a key held down on a slow line is no burst.
struct PasteBurst: Sendable {
  /// What to do with bytes that came.
  enum Action: Hashable, Sendable {
    /// They are keys.
    case decode
    /// They belong to a paste; ``PasteBurst/rest()`` is to be called when nothing more has come for a moment.
    case wait
  }

  private static let shortest = 64
  private static let fewestCharacters = 8

  private var bytes: [UInt8] = []
  private var isTruncated = false
  /// Whether a paste is coming in.
  private var isActive = false

  /// Takes what was read at once.
  ///
  /// - Parameter isAtRest: Whether the decoder is in the middle of nothing.
  mutating func read(_ read: [UInt8], isAtRest: Bool) -> Action {
    guard isActive || isAtRest && Self.isBurst(read) else { return .decode }
    append(read)
    return .wait
  }

  /// Ends the paste, if there is one.
  ///
  /// - Parameter isCut: Whether more of it may have gone elsewhere.
  mutating func rest(isCut: Bool = false) -> Paste? {
    guard isActive else { return nil }
    defer { self = PasteBurst() }
    return Paste(bytes: bytes, isTruncated: isTruncated || isCut)
  }

  private mutating func append(_ read: [UInt8]) {
    isActive = true
    let room = Paste.limit - bytes.count
    bytes += read.prefix(room)
    isTruncated = isTruncated || read.count > room
  }

  private static func isBurst(_ read: [UInt8]) -> Bool {
    let beginning = read.prefix(shortest)
    return beginning.count == shortest && !beginning.contains(0x1B) && Set(beginning).count >= fewestCharacters
  }
}
