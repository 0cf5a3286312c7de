import Glibc

/// A program that gets the terminal for a while, such as an editor.
public struct ChildProgram: Hashable, Sendable {
  /// A path, or a name to be looked up in `PATH`.
  public let name: String
  /// The arguments; no shell sees them.
  public let arguments: [String]
  /// What it reads from its standard input instead of the terminal; nil for the terminal.
  public var input: [UInt8]?
  /// What is added to the environment.
  public var variables: [String: String] = [:]

  /// Creates the program of a name or a path.
  public init(_ name: String, _ arguments: [String] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// The editor that the environment names, opening a file.
  ///
  /// `VISUAL` counts before `EDITOR`; both may have arguments. Without them it is Debian's `editor`, `nano` or `vi`.
  ///
  /// - Throws: ``ChildError/unreadable(_:)`` if one has an unclosed quotation.
  public static func editor(opening path: String, environment: [String: String]) throws(ChildError) -> ChildProgram {
    let setting = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    guard let setting else { return ChildProgram(defaultEditor(environment["PATH"] ?? ""), [path]) }
    guard let words = CommandWords.split(setting), let name = words.first else { throw .unreadable(setting) }
    return ChildProgram(name, words.dropFirst() + [path])
  }

  private static func defaultEditor(_ path: String) -> String {
    let directories = path.split(separator: ":")
    return ["editor", "nano", "vi"].first { name in
      directories.contains { access("\($0)/\(name)", X_OK) == 0 }
    } ?? "vi"
  }
}

/// Splits a command line into words as a shell does, with quotations and nothing else.
enum CommandWords {
  /// The words; nil if a quotation is not closed.
  static func split(_ text: String) -> [String]? {
    var (words, word) = ([String](), String?.none)
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\\": word = (word ?? "") + (rest.popFirst().map(String.init) ?? "\\")
      case "'", "\"":
        guard let quoted = quotation(character, &rest) else { return nil }
        word = (word ?? "") + quoted
      case _ where character.isWhitespace:
        words += word.map { [$0] } ?? []
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  private static func quotation(_ mark: Character, _ rest: inout Substring) -> String? {
    var text = ""
    while let character = rest.popFirst() {
      if character == mark { return text }
      if mark == "\"", character == "\\", let next = rest.first, "\"\\$`".contains(next) {
        text.append(rest.removeFirst())
      } else {
        text.append(character)
      }
    }
    return nil
  }
}
