/// Colours and attributes in words, as the numbers of SGR change them.
enum SelectedRendition {
  static func applying(_ parameters: String, to style: String) -> String {
    var words = Set(style.split(separator: " ").map(String.init))
    // A colour's numbers may stand between colons, with an empty one for the colour space.
    var numbers = parameters.replacing("::", with: ";").replacing(":", with: ";")
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
    while let number = numbers.popFirst() { apply(number, &numbers, &words) }
    return words.sorted().joined(separator: " ")
  }

  private static func apply(_ number: Int, _ rest: inout ArraySlice<Int>, _ words: inout Set<String>) {
    switch number {
    case 0: words = []
    // The usual font, after the line graphics of the console of Linux.
    case 10: break
    case 22: words.subtract(["1", "2"])
    case 23...29: words.remove("\(number - 20)")
    case 38: setColor("fg", extended(&rest), &words)
    case 48: setColor("bg", extended(&rest), &words)
    case 30...37, 90...97: setColor("fg", "\(number % 10 + (number >= 90 ? 8 : 0))", &words)
    case 40...47, 100...107: setColor("bg", "\(number % 10 + (number >= 100 ? 8 : 0))", &words)
    case 39: setColor("fg", nil, &words)
    case 49: setColor("bg", nil, &words)
    default: words.insert("\(number)")
    }
  }

  private static func extended(_ rest: inout ArraySlice<Int>) -> String {
    let count = rest.popFirst() == 2 ? 3 : 1
    let parts = rest.prefix(count).map(String.init)
    rest = rest.dropFirst(count)
    return parts.joined(separator: ",")
  }

  private static func setColor(_ ground: String, _ color: String?, _ words: inout Set<String>) {
    words = words.filter { !$0.hasPrefix(ground) }
    if let color { words.insert(ground + color) }
  }
}
