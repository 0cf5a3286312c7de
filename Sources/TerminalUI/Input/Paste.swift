/// Pasted text: line ends are `\n`, and no control character but `\n` and tab is in it.
public struct Paste: Hashable, Sendable {
  /// The largest number of bytes accepted at once.
  public static let limit = 1 << 20

  /// The text.
  public let text: String
  /// Whether the end is missing: it was longer than ``limit``, or did not come.
  public let isTruncated: Bool

  /// Creates a paste.
  public init(_ text: String, isTruncated: Bool = false) {
    self.text = text
    self.isTruncated = isTruncated
  }

  init(bytes: [UInt8], isTruncated: Bool) {
    let text = String(decoding: bytes, as: UTF8.self).withSimpleLineEnds
    self.init(Self.withoutControls(text), isTruncated: isTruncated)
  }

  private static func withoutControls(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    kept.append(
      contentsOf: text.unicodeScalars.filter {
        $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
      })
    return String(kept)
  }
}

/// Collects a bracketed paste until the sequence that ends it.
struct PasteAssembly: Sendable {
  private static let start = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0
  private var isTruncated = false

  var isEmpty: Bool { bytes.isEmpty && matched == 0 }

  /// All bytes so far, with those that may begin the end sequence.
  var everything: [UInt8] { bytes + Self.end.prefix(matched) }

  /// Whether the bytes so far are the sequence that begins a paste.
  var isStart: Bool { matched == 0 && bytes == Self.start }

  /// What was pasted so far, if nothing more comes.
  var truncated: Paste { Paste(bytes: bytes, isTruncated: true) }

  /// Takes a byte; returns the paste if it was the last one.
  mutating func append(_ byte: UInt8) -> Paste? {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count ? Paste(bytes: bytes, isTruncated: isTruncated) : nil
    }
    // The end begins with its only ESC, so what matched so far cannot hold another beginning.
    for skipped in Self.end.prefix(matched) { keep(skipped) }
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { keep(byte) }
    return nil
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Paste.limit { bytes.append(byte) } else { isTruncated = true }
  }
}

/// Recognizes pastes by their speed, where the terminal does not mark them.
///
/// A terminal without bracketed paste sends a paste as keys, and each would be a command. But nobody types dozens of
/// different characters between two turns of the run loop: such a burst, and what follows until nothing comes for a
/// moment, is taken for a paste. A state machine without clock; a key held down on a slow line is no burst.
struct PasteBurst: Sendable {
  /// What to do with bytes that came.
  enum Action: Hashable, Sendable {
    /// They are keys.
    case decode
    /// They belong to a paste; after a moment without further bytes, call ``PasteBurst/finish(isTruncated:)``.
    case wait
  }

  /// The fewest bytes of a burst, and the fewest different ones among them.
  private static let minLength = 64
  private static let minCharacters = 8

  private var bytes: [UInt8] = []
  private var isTruncated = false
  private var isActive = false

  /// Takes what was read at once.
  ///
  /// - Parameter isAtRest: Whether the decoder has begun no sequence; within one, no burst begins.
  mutating func read(_ read: [UInt8], isAtRest: Bool) -> Action {
    guard isActive || isAtRest && Self.isBurst(read) else { return .decode }
    append(read)
    return .wait
  }

  /// Ends the paste, if there is one.
  ///
  /// - Parameter isTruncated: Whether more of it may have gone to another program.
  mutating func finish(isTruncated isCut: Bool = false) -> Paste? {
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
    let beginning = read.prefix(minLength)
    return beginning.count == minLength && !beginning.contains(0x1B) && Set(beginning).count >= minCharacters
  }
}
