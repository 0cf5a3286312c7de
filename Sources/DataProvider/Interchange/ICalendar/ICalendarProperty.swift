/// A line of a calendar: its name, its parameters and its value.
struct ICalendarProperty {
  let name: String
  let parameters: [String: String]
  let value: String
  let position: InterchangeError.Position

  /// - Throws: `InterchangeError` if there is no colon.
  init(_ line: String, at position: InterchangeError.Position) throws {
    var (parts, isQuoted): ([String], Bool) = ([""], false)
    var rest = Substring(line)
    while let character = rest.popFirst() {
      if character == "\"" { isQuoted.toggle() }
      if character == ":", !isQuoted { break }
      if character == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    guard parts.joined(separator: ";").count < line.count else {
      throw InterchangeError("A line needs a name and a colon.", at: position)
    }
    name = parts[0].uppercased()
    parameters = Dictionary(parts.dropFirst().compactMap(Self.parameter), uniquingKeysWith: { $1 })
    value = String(rest)
    self.position = position
  }

  private static func parameter(_ text: String) -> (String, String)? {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let value = text[text.index(after: sign)...]
    return (text[..<sign].uppercased(), value.hasPrefix("\"") ? String(value.dropFirst().dropLast()) : String(value))
  }
}
