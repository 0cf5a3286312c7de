/// Pasted text: line ends are `\n`, and no control character but `\n` and tab is in it.
public struct Paste: Hashable, Sendable {
  /// The largest number of bytes accepted at once.
  public static let limit = 1 << 20

  /// The text.
  public let text: String
  /// Whether the end was dropped because it was longer than ``limit``.
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
