extension Key: ExpressibleByStringLiteral {
  /// Creates a key from a literal such as `"^d"`; a literal that names no key is a mistake of the program.
  public init(stringLiteral value: String) {
    guard let key = Key(value) else { preconditionFailure("no such key: \(value)") }
    self = key
  }
}
