/// What one or two columns show: a scalar, or a base with what belongs to it.
///
/// Only the text scanner makes glyphs, so none contains a control character. It is a plain number, so that grids of
/// cells are copied and compared as bytes are.
public struct Glyph: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// Beyond all scalars begin the numbers of clusters.
  private static let firstCluster: UInt32 = 0x11_0000

  private let code: UInt32

  static var space: Glyph { Glyph(" ") }
  static var ellipsis: Glyph { Glyph("…") }
  static var replacement: Glyph { Glyph("\u{FFFD}") }

  init(_ scalar: Unicode.Scalar) { self.init(code: scalar.value) }

  private init(code: UInt32) { self.code = code }

  /// A glyph of one scalar or several; U+FFFD if there were already more clusters than anybody can look at.
  init(_ scalars: [Unicode.Scalar]) {
    if scalars.count == 1 {
      self.init(scalars[0])
    } else if let number = ClusterTable.shared.number(of: scalars) {
      self.init(code: Self.firstCluster + number)
    } else {
      self = .replacement
    }
  }

  /// What it consists of, base first.
  var scalars: [Unicode.Scalar] { single.map { [$0] } ?? ClusterTable.shared.cluster(code - Self.firstCluster) }

  /// The first scalar, which decides the width.
  var base: Unicode.Scalar { single ?? scalars.first ?? " " }

  /// Whether it is a single scalar of ASCII.
  var isASCII: Bool { code < 0x80 }

  /// The text it stands for.
  public var description: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// The scalar, if it is only one; the numbers of clusters are none.
  private var single: Unicode.Scalar? { Unicode.Scalar(code) }
}
