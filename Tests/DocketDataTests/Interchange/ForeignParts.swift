import Foundation

/// A component of a calendar: two that say the same are equal, whatever the order of their lines.
struct CalendarComponent: Equatable {
  let name: String
  /// Its own lines, unfolded and sorted; one that stands there twice is there twice.
  private(set) var lines: [String] = []
  private(set) var parts: [CalendarComponent] = []

  /// The components of a text.
  static func all(_ text: String) -> [CalendarComponent] {
    // A line that begins with a blank belongs to the one before.
    let unfolded = text.replacing("\r\n ", with: "").replacing("\r\n\t", with: "")
    var rest = unfolded.components(separatedBy: "\r\n")[...]
    return CalendarComponent("", of: &rest).parts
  }

  private init(_ name: String, of rest: inout ArraySlice<String>) {
    self.name = name
    while let line = rest.popFirst(), line != "END:\(name)" {
      if line.hasPrefix("BEGIN:") {
        parts.append(CalendarComponent(String(line.dropFirst("BEGIN:".count)), of: &rest))
      } else {
        lines.append(line)
      }
    }
    lines.sort()
  }

  /// Without the lines of its own that begin so.
  func without(_ beginnings: [String]) -> CalendarComponent {
    var other = self
    other.lines.removeAll { line in beginnings.contains { line.hasPrefix($0) } }
    return other
  }
}

/// A line of todo.txt: two that say the same are equal.
struct TodoLine: Equatable {
  /// What stands in an order: the mark of what is done, the priority, the dates, and the words of the title.
  let words: [String]
  /// Projects, contexts and pairs, sorted; one that stands there twice is there twice.
  let fields: [String]

  /// Leaves out the pairs that an export adds, so that the line comes back as it is.
  init(_ line: some StringProtocol) {
    let all = line.components(separatedBy: " ")
    words = all.filter { !Self.isField($0) }
    fields = all.filter { Self.isField($0) && !Self.isAdded($0) }.sorted()
  }

  private static func isField(_ word: String) -> Bool { word.wholeMatch(of: /[+@].+|[^:]+:.+/) != nil }

  private static func isAdded(_ word: String) -> Bool {
    word.wholeMatch(of: /uid:[0-9A-Fa-f-]{36}|title:.*/) != nil
  }
}
