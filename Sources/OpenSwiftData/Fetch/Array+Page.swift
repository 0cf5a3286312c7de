extension Array {
  /// The part of a result that offset and limit leave; as in SQL, a negative offset is none and a negative limit too.
  ///
  /// Source: https://www.sqlite.org/lang_select.html#limitoffset
  func page(offset: Int?, limit: Int?) -> [Element] {
    let rest = dropFirst(Swift.max(0, offset ?? 0))
    guard let limit, limit >= 0 else { return Array(rest) }
    return Array(rest.prefix(limit))
  }
}
