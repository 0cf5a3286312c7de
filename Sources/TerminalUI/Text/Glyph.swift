/// The content of one or two columns: a scalar, or a cluster of several.
///
/// Only ``GlyphScanner`` makes glyphs from text, so none contains a control character. A glyph is a plain number, so
/// that grids of cells are copied and compared as bytes.
public struct Glyph: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The code of cluster 0; smaller codes are scalars.
  private static let firstCluster: UInt32 = 0x11_0000

  private let code: UInt32

  static var space: Glyph { Glyph(" ") }
  static var ellipsis: Glyph { Glyph("…") }
  static var replacement: Glyph { Glyph("\u{FFFD}") }

  init(_ scalar: Unicode.Scalar) { self.init(code: scalar.value) }

  private init(code: UInt32) { self.code = code }

  /// The glyph of one or several scalars; U+FFFD if the numbers of clusters are used up.
  init(_ scalars: [Unicode.Scalar]) {
    if scalars.count == 1 {
      self.init(scalars[0])
    } else if let number = CellNumbers.clusters.number(of: scalars) {
      self.init(code: Self.firstCluster + number)
    } else {
      self = .replacement
    }
  }

  /// Its scalars, base first.
  var scalars: [Unicode.Scalar] {
    if let single { return [single] }
    return CellNumbers.clusters.value(code - Self.firstCluster) ?? ["\u{FFFD}"]
  }

  /// The first scalar, which decides the width.
  var base: Unicode.Scalar { single ?? scalars.first ?? " " }

  /// Whether it is a single scalar of ASCII.
  var isASCII: Bool { code < 0x80 }

  /// The code of a glyph that ``isASCII``; of others it means nothing.
  var asciiCode: UInt32 { code }

  /// The glyph as text.
  public var description: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// The scalar, if it is only one; the codes of clusters are no scalars.
  var single: Unicode.Scalar? { Unicode.Scalar(code) }
}
