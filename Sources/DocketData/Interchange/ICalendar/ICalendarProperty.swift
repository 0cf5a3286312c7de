/// A line of a calendar: its name, its parameters and its value.
struct ICalendarProperty {
  let name: String
  let parameters: [String: String]
  let value: String
  let position: InterchangeError.Position

  /// - Throws: `InterchangeError` if there is no colon.
  init(_ line: String, at position: InterchangeError.Position) throws {
    // Scalars, because a colon with a combining mark behind it is another character.
    var (parts, isQuoted): ([Substring.UnicodeScalarView], Bool) = ([.init()], false)
    var (rest, hasColon) = (line.unicodeScalars[...], false)
    while !hasColon, let scalar = rest.popFirst() {
      if scalar == "\"" { isQuoted.toggle() }
      switch scalar {
      case ":" where !isQuoted: hasColon = true
      case ";" where !isQuoted: parts.append(.init())
      default: parts[parts.count - 1].append(scalar)
      }
    }
    guard hasColon else { throw InterchangeError("A line needs a name and a colon.", at: position) }
    name = String(parts[0]).uppercased()
    parameters = Dictionary(parts.dropFirst().compactMap(Self.parameter), uniquingKeysWith: { $1 })
    value = String(rest)
    self.position = position
  }

  private static func parameter(_ text: Substring.UnicodeScalarView) -> (String, String)? {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let value = text[text.index(after: sign)...]
    return (String(text[..<sign]).uppercased(), String(value.first == "\"" ? value.dropFirst().dropLast() : value))
  }
}
