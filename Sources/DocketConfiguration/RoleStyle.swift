/// A part of the screen to which a theme gives a style.
public enum Role: String, CaseIterable, Hashable, Sendable {
  case header
  case headerDetail = "header-detail"
  case title, detail, marker, selected, prompt, saved, saving, failed, key, priority
  case highPriority = "high-priority"
  case done, tag, due, today, tomorrow, overdue, match
}

/// How a role looks, as it is written in a theme: `bold #e06c75`, `yellow on 236`.
public struct RoleStyle: Hashable, Sendable {
  /// A colour: a name or a number of the terminal's palette, or red, green and blue.
  public enum Color: Hashable, Sendable {
    /// The terminal's own.
    case standard
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  /// What a text is besides its colours.
  public enum Attribute: String, CaseIterable, Hashable, Sendable {
    case bold, dim, underline, italic, reverse
  }

  /// The colour of the letters.
  public private(set) var foreground = Color.standard
  /// The colour behind them.
  public private(set) var background = Color.standard
  /// Bold, dim and so on.
  public private(set) var attributes: Set<Attribute> = []

  /// Parses a style: attributes and a colour, and perhaps `on` and another colour; `plain` is nothing of it.
  ///
  /// - Returns: nil for other words.
  public init?(_ text: String) {
    var words = text.lowercased().split(separator: " ").map(String.init)[...]
    guard !words.isEmpty else { return nil }
    if words == ["plain"] { return }
    var hasForeground = false
    while let word = words.popFirst() {
      if let attribute = Attribute(rawValue: word) {
        attributes.insert(attribute)
      } else if word == "on", let color = words.popFirst().flatMap(Color.init), background == .standard {
        background = color
      } else if let color = Color(word), !hasForeground {
        (foreground, hasForeground) = (color, true)
      } else {
        return nil
      }
    }
  }

  /// The style as it is written.
  public var text: String {
    let words =
      Attribute.allCases.filter(attributes.contains).map(\.rawValue)
      + (foreground == .standard ? [] : [foreground.text]) + (background == .standard ? [] : ["on", background.text])
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}

extension RoleStyle.Color {
  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  fileprivate init?(_ word: String) {
    if word == "default" {
      self = .standard
    } else if word.hasPrefix("#"), word.utf8.count == 7, let number = UInt32(word.dropFirst(), radix: 16) {
      self = .rgb(UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
    } else if let number = UInt8(word) {
      self = .indexed(number)
    } else {
      let isBright = word.hasPrefix("bright-")
      guard let index = Self.names.firstIndex(of: isBright ? String(word.dropFirst(7)) : word) else { return nil }
      self = .indexed(UInt8(index + (isBright ? 8 : 0)))
    }
  }

  fileprivate var text: String {
    switch self {
    case .standard: "default"
    case .indexed(let index) where index < 8: Self.names[Int(index)]
    case .indexed(let index) where index < 16: "bright-" + Self.names[Int(index) - 8]
    case .indexed(let index): "\(index)"
    case .rgb(let red, let green, let blue):
      "#"
        + [red, green, blue].map { component in
          (component < 16 ? "0" : "") + String(component, radix: 16)
        }.joined()
    }
  }
}
