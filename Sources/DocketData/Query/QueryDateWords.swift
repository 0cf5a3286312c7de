extension QueryWord {
  /// The term with the words behind it that belong to its date: `due:next week`, `start:>24 dec`.
  ///
  /// Such a date needs no quotation marks: as in quick add, it has as many of the words behind it as it can.
  ///
  /// - Parameter following: the words behind it that can belong to it.
  /// - Returns: nil if none of them does; else the term, and how many words it took.
  func withWholeDate(_ following: [QueryWord], _ reference: DateReference) -> (word: QueryWord, count: Int)? {
    guard hasOpenDate else { return nil }
    let (_, beginning) = QueryComparison.split(value)
    guard let (_, count) = DatePhrase.beginning(of: [beginning] + following.map(\.value), reference), count > 1 else {
      return nil
    }
    let taken = following.prefix(count - 1)
    let end = taken.last?.range.upperBound ?? range.upperBound
    let whole = QueryWord(
      isNegated: isNegated, key: self.key, value: ([value] + taken.map(\.value)).joined(separator: " "),
      isQuoted: false, isExact: isExact, range: range.lowerBound..<end, valueRange: valueRange.lowerBound..<end)
    return (whole, taken.count)
  }

  /// Whether it is about a date that words behind it may belong to: one as it is typed.
  var hasOpenDate: Bool {
    guard case .filter(let key) = key, !isQuoted, valueRange.count == value.count else { return false }
    return QueryDate(rawValue: key.rawValue) != nil
  }

  /// Where its date is, without a comparison before it; nil for `due:none` and the like.
  func dateRange(_ reference: DateReference) -> Range<Int>? {
    let (_, phrase) = QueryComparison.split(value)
    guard DatePhrase.span(of: phrase, reference) != nil else { return nil }
    return valueRange.lowerBound + value.count - phrase.count..<valueRange.upperBound
  }

  /// Whether it may belong to a date before it.
  var canBelongToDate: Bool { isPlain && !isBare("or") && !isBare("not") }
}
