/// The text in a captured value: the value itself, or its raw value.
enum CapturedText {
  static func text(of value: Any) -> String? {
    if let text = value as? String { return text }
    guard let raw = value as? any RawRepresentable else { return nil }
    return rawText(of: raw)
  }

  private static func rawText<Raw: RawRepresentable>(of raw: Raw) -> String? { raw.rawValue as? String }
}
