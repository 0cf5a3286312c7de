/// How many of something: a whole number that is not negative.
struct WholeNumber: TypedValue {
  let value: Int

  init?(typed text: String) {
    guard let value = Int(text), value >= 0 else { return nil }
    self.value = value
  }

  static let allowed = "a whole number, 0 or more"
}
