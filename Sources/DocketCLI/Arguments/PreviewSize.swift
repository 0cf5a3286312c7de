/// How many items a preview has.
struct PreviewSize: TypedValue {
  private static let largest = 10_000_000

  let count: Int

  init?(typed text: String) {
    guard let count = Int(text), (0...Self.largest).contains(count) else { return nil }
    self.count = count
  }

  static let allowed = "a whole number from 0 to \(largest)"
}
