extension String {
  /// The index itself, or the end of the character it lies in.
  func borderOfCharacter(notBefore index: Index) -> Index {
    guard index > startIndex, index < endIndex else { return index }
    let next = self.index(after: index)
    return self.index(before: next) == index ? index : next
  }

  /// The index itself, or the start of the character it lies in.
  func borderOfCharacter(notAfter index: Index) -> Index {
    let border = borderOfCharacter(notBefore: index)
    return border == index ? index : self.index(before: border)
  }
}
