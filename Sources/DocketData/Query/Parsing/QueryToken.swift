/// A piece of a query between white space, with its quotation marks and backslashes taken out.
struct QueryToken: Hashable {
  /// Whether a dash stands before it.
  let isNegated: Bool
  /// The part before the colon, in lower case; "#" for a tag; nil for a word or a phrase.
  let key: String?
  /// The rest.
  let value: String
  /// Whether any of the value was quoted.
  let isQuoted: Bool
  /// The characters of the query, counted from 0.
  let range: Range<Int>
  /// Those of the value.
  let valueRange: Range<Int>

  /// Whether it is a bare “or”; quotation marks or a backslash make it a word.
  var isAlternative: Bool {
    key == nil && !isNegated && !isQuoted && valueRange.count == value.count && value.lowercased() == "or"
  }
}
