/// A field in front of an item's notes; they stand there in this order.
enum DocumentField: String, CaseIterable, Hashable, Sendable {
  case title
  case state
  case priority
  case due
  case list
  case tags
  case every

  /// All names, for people who wrote another one.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
