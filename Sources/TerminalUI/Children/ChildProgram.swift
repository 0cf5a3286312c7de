/// A program that gets the terminal for a while, an editor for instance.
public struct ChildProgram: Hashable, Sendable {
  /// A path, or a name that is looked up in `PATH`.
  public let name: String
  /// What stands behind the name; no shell looks at it.
  public let arguments: [String]

  /// Names a program.
  public init(_ name: String, _ arguments: [String] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// The editor that the environment asks for, opening a file.
  ///
  /// `VISUAL` counts before `EDITOR`; both may hold arguments. Without them it is `editor`, as Debian has it, `nano` or `vi`.
  ///
  /// - Throws: ``ChildError/unreadable(_:)`` if a quotation in them does not end.
  public static func editor(opening path: String, environment: [String: String]) throws(ChildError) -> ChildProgram {
    let setting = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    guard let setting else { return ChildProgram(defaultEditor(environment["PATH"] ?? ""), [path]) }
    guard let words = CommandWords.split(setting), let name = words.first else { throw .unreadable(setting) }
    return ChildProgram(name, words.dropFirst() + [path])
  }

  private static func defaultEditor(_ path: String) -> String {
    ["editor", "nano", "vi"].first { ProgramPath.holds($0, in: path) } ?? "vi"
  }
}
