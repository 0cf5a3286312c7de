/// Texts and lines of iCalendar.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3
enum ICalendarText {
  /// The most bytes of a line, its end not counted.
  private static let longestLine = 75

  /// A value of the type TEXT.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case ",": result += "\\,"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func unescaped(_ text: some StringProtocol) -> String {
    var (result, isEscaped) = ("", false)
    for scalar in text.unicodeScalars {
      if isEscaped {
        result.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The texts between commas that are not escaped.
  static func list(_ text: String) -> [String] {
    var (parts, isEscaped): ([String.UnicodeScalarView], Bool) = ([.init()], false)
    for scalar in text.unicodeScalars {
      if scalar == ",", !isEscaped {
        parts.append(.init())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map { unescaped(String($0)) }
  }

  /// A line in pieces of at most 75 bytes, none of which ends within a character.
  static func folded(_ line: String) -> String {
    var (result, length) = ("", 0)
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if length + size > longestLine {
        result += "\r\n "
        length = 1
      }
      result.unicodeScalars.append(scalar)
      length += size
    }
    return result + "\r\n"
  }
}
