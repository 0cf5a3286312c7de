// What descriptors sort by where a type itself has no order that Foundation knows.

extension Bool {
  var sortKey: Int { self ? 1 : 0 }
}

extension Bool? {
  var sortKey: Int? { map(\.sortKey) }
}

extension RawRepresentable where RawValue: Comparable {
  var rawSortKey: RawValue { rawValue }
}

extension Optional where Wrapped: RawRepresentable, Wrapped.RawValue: Comparable {
  var rawSortKey: Wrapped.RawValue? { map(\.rawValue) }
}

extension RawRepresentable<String> {
  var rawTextSortKey: LexicalText { LexicalText(text: rawValue) }
}

extension Optional where Wrapped: RawRepresentable<String> {
  var rawTextSortKey: LexicalText? { map(\.rawTextSortKey) }
}
