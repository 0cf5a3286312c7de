// What descriptors sort by where a type itself has no order that Foundation knows.

extension Bool {
  var sortKey: Int { self ? 1 : 0 }
}

extension Bool? {
  var sortKey: Int? { map(\.sortKey) }
}

extension String {
  var localizedSortKey: LocalizedText { LocalizedText(text: self) }
  var localizedStandardSortKey: LocalizedStandardText { LocalizedStandardText(text: self) }
}

extension String? {
  var localizedSortKey: LocalizedText? { map(\.localizedSortKey) }
  var localizedStandardSortKey: LocalizedStandardText? { map(\.localizedStandardSortKey) }
}

extension RawRepresentable where RawValue: Comparable {
  var rawSortKey: RawValue { rawValue }
}

extension Optional where Wrapped: RawRepresentable, Wrapped.RawValue: Comparable {
  var rawSortKey: Wrapped.RawValue? { map(\.rawValue) }
}
