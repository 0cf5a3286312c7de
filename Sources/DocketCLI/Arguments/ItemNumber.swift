/// The number that people use for an item.
struct ItemNumber: TypedValue, Hashable {
  let value: Int64

  /// Nil if it is not a whole number above zero.
  init?(typed text: String) {
    guard let value = Int64(text), value > 0 else { return nil }
    self.value = value
  }

  static let allowed = "the number that 'docket list' shows"
}
