/// What one or two columns show: a scalar, or a base with what belongs to it.
///
/// Only the text scanner makes glyphs, so none contains a control character.
public struct Glyph: Hashable, Sendable, CustomStringConvertible {
  enum Content: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case cluster(String)
  }

  let content: Content

  static let space = Glyph(" ")
  static let ellipsis = Glyph("…")
  static let replacement = Glyph("\u{FFFD}")

  init(_ scalar: Unicode.Scalar) { content = .scalar(scalar) }

  init(_ scalars: [Unicode.Scalar]) {
    if scalars.count == 1 {
      content = .scalar(scalars[0])
    } else {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      content = .cluster(String(text))
    }
  }

  /// The first scalar, which decides the width.
  var base: Unicode.Scalar {
    switch content {
    case .scalar(let scalar): scalar
    case .cluster(let text): text.unicodeScalars.first ?? " "
    }
  }

  /// The text it stands for.
  public var description: String {
    switch content {
    case .scalar(let scalar): String(Character(scalar))
    case .cluster(let text): text
    }
  }
}
