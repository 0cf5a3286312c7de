/// An item's number, or `none`.
struct OptionalNumber: TypedValue {
  /// Nil for none.
  let number: ItemNumber?

  init?(typed text: String) {
    guard text.lowercased() != "none" else {
      number = nil
      return
    }
    guard let number = ItemNumber(typed: text) else { return nil }
    self.number = number
  }

  static let allowed = "\(ItemNumber.allowed), or none"
}
