import DocketData

/// A tag to add, `+name` or `name`, or to take off, `-name`.
struct TagChange: TypedValue {
  let name: String
  let isRemoval: Bool

  init?(typed text: String) {
    isRemoval = text.hasPrefix("-")
    let sign = isRemoval || text.hasPrefix("+") ? 1 : 0
    guard let name = try? TagName(String(text.dropFirst(sign))) else { return nil }
    self.name = name.text
  }

  static let allowed = "one word without a comma, of up to \(TagName.longest) characters, such as +home or -home"
}
