extension TextFolder {
  /// The beginning of a text that `LocalizedSearch` compares scalar by scalar, so that whatever it finds contains that
  /// beginning folded.
  ///
  /// From the first scalar on that Foundation folds to several, or skips as a mark, it also finds what isn't there: the
  /// second of them matches any one character that has an accent ("ß-" is found in "sé-"), and a skipped mark sets it
  /// back in the other text. A NUL at the end is found behind the end of a text.
  mutating func literalBeginning(of text: String) -> String {
    String(text.unicodeScalars.prefix { isLiteral($0) })
  }

  private mutating func isLiteral(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0": false
    case "\u{1}"..."\u{7F}", "\u{AC00}"..."\u{D7A3}": true
    case "\u{399}", "\u{3B9}", "\u{1FBE}": true  // Iotas, which are folded to nothing but are letters.
    default: fold(String(Character(scalar))).unicodeScalars.count == 1
    }
  }
}
