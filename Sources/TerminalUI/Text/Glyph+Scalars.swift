extension Glyph {
  /// What it consists of, base first.
  var scalars: [Unicode.Scalar] {
    switch content {
    case .scalar(let scalar): [scalar]
    case .cluster(let text): Array(text.unicodeScalars)
    }
  }

  /// Whether it is a single scalar of ASCII.
  var isASCII: Bool {
    guard case .scalar(let scalar) = content else { return false }
    return scalar.isASCII
  }
}
