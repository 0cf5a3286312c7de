import DocketData

/// An order as it is typed: the key, or the key after a dash for the reverse.
extension ItemOrder: TypedValue {
  static var allowed: String {
    Key.allCases.map(\.rawValue).joined(separator: ", ") + ", or one of them behind a dash for the reverse"
  }
}
