extension Key: LosslessStringConvertible {
  /// The key as people write it.
  public var description: String {
    let alt = modifiers.contains(.alt) ? "M-" : ""
    let shift = modifiers.contains(.shift) ? "S-" : ""
    return alt + shift + control + base
  }

  private var control: String {
    guard modifiers.contains(.control) else { return "" }
    if case .character = code { return "^" }
    return "C-"
  }

  private var base: String {
    switch code {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    case .named(let name): name.rawValue
    }
  }

  /// Reads a key as people write it; nil if there is no such key.
  public init?(_ description: String) {
    var rest = Substring(description)
    var modifiers: Modifiers = []
    while let (modifier, length) = Self.prefix(of: rest) {
      modifiers.insert(modifier)
      rest = rest.dropFirst(length)
    }
    guard let code = Self.code(rest) else { return nil }
    self.init(code, modifiers)
  }

  private static func prefix(of text: Substring) -> (Modifiers, Int)? {
    if text.count > 1, text.hasPrefix("^") { return (.control, 1) }
    guard text.count > 2 else { return nil }
    switch text.prefix(2) {
    case "M-": return (.alt, 2)
    case "C-": return (.control, 2)
    case "S-": return (.shift, 2)
    default: return nil
    }
  }

  private static func code(_ text: Substring) -> Code? {
    if text == "Space" { return .character(" ") }
    if let name = Name(rawValue: String(text)) { return .named(name) }
    if text.count == 1 { return text.first.map(Code.character) }
    guard text.hasPrefix("F"), let number = Int(text.dropFirst()), (0...63).contains(number) else { return nil }
    return .function(number)
  }
}
