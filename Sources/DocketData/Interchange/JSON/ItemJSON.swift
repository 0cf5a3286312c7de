import Foundation

/// Items as docket's own JSON, with their keys always in the same order.
public enum ItemJSON {
  /// One item as an object in one line.
  public static func object(_ item: ItemValues) -> String {
    var members = [
      ("id", "\(item.number)"), ("uid", quoted(item.uid.uuidString)), ("title", quoted(item.title)),
      ("notes", quoted(item.notes)), ("state", item.isDone ? "\"done\"" : "\"open\""),
      ("priority", quoted(item.priority.name)), ("tags", "[\(item.tags.map(quoted).joined(separator: ","))]"),
      ("list", item.list.map(quoted) ?? "null"), ("due", due(item.due)), ("timestamp", date(item.timestamp)),
      ("created", date(item.createTimestamp)), ("completed", date(item.completedAt)),
      ("parent", item.parentUID.map { quoted($0.uuidString) } ?? "null"), ("position", Position.text(item.position)),
      ("recurrence", item.recurrence.map { quoted($0.rawValue) } ?? "null"),
    ]
    // Few items have these.
    if let anchor = item.anchor { members.append(("anchor", due(anchor))) }
    if let extra = item.extra?.json { members.append(("extra", extra)) }
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// A text with its quotation marks.
  ///
  /// More is escaped than must be, so that the output is harmless on a terminal too; a parser gives back the text.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc8259#section-7
  public static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c }) { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isHarmful(scalar): result += "\\u" + hexadecimal(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Control characters, line separators and those that turn the direction of the text around.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Four digits; none of the harmful ones needs more.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  private static func date(_ date: Date?) -> String { date.map { "\"\(TimestampText.extended($0))\"" } ?? "null" }

  /// A day as a day, without a time.
  private static func due(_ due: Due?) -> String { due.map { "\"\($0.rawValue)\"" } ?? "null" }
}

/// Writes docket's own JSON: an array with one item in a line.
struct JSONItemWriter: ItemWriter {
  private var isFirst = true

  mutating func begin() -> String { "[" }

  mutating func text(of item: ItemValues) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + ItemJSON.object(item)
  }

  mutating func end() -> String { isFirst ? "]\n" : "\n]\n" }
}
