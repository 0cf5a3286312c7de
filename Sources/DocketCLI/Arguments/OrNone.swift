/// A value, or `none`.
struct OrNone<Value: TypedValue>: TypedValue {
  /// Nil for none.
  let value: Value?

  init?(typed text: String) {
    guard text.lowercased() != "none" else {
      value = nil
      return
    }
    guard let value = Value(typed: text) else { return nil }
    self.value = value
  }

  static var allowed: String { Value.allowed + ", or none" }
}
