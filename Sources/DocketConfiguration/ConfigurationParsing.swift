import TOMLKit

extension Configuration {
  /// Parses the text of a file.
  ///
  /// - Throws: `ConfigurationError` for everything that is wrong: invalid TOML, unknown options, invalid values.
  ///
  /// Source: https://toml.io/en/v1.0.0
  public init(
    text: String, path: String, checks: ConfigurationChecks = ConfigurationChecks()
  ) throws(ConfigurationError) {
    self.init()
    let table = try Self.table(text, path)
    var found: [(name: String, problem: OptionProblem)] = []
    for value in Self.values(of: table, in: "") {
      do throws(OptionProblem) {
        guard let option = value.option else { throw OptionProblem("isn't an option") }
        try option.read(value.value, &self, checks)
      } catch {
        found += error.all.map { (value.name, $0) }
      }
    }
    // A theme with a mistake is not there; the mistake is said.
    let hasMistakes = found.contains { $0.name == ConfigurationOption.themes.name }
    if case .own(let name) = theme, !hasMistakes, !themes.contains(where: { $0.name == name }) {
      let names = TOMLText.alternatives(Theme.allCases.map(\.rawValue))
      found.append(("theme", OptionProblem("must be \(names), or the name of one of [themes]")))
    }
    found += takenKeys.map { (ConfigurationOption.commands.name, $0) }
    if let error = Self.error(found, text, path) { throw error }
  }

  /// The error for all problems, in the order of the file; nil if there are none.
  private static func error(
    _ found: [(name: String, problem: OptionProblem)], _ text: String, _ path: String
  ) -> ConfigurationError? {
    guard !found.isEmpty else { return nil }
    let positions = KeyPosition(text)
    let errors = found.map { name, problem in
      let name = [name, problem.key].compactMap(\.self).joined(separator: ".")
      return ConfigurationError(
        path: path, position: positions.position(of: name), problem: "\"\(name)\" \(problem.phrase)")
    }
    let end = ConfigurationError.Position(line: .max, column: .max)
    let sorted = errors.sorted { ($0.position ?? end) < ($1.position ?? end) }
    let first = sorted[0]
    return ConfigurationError(
      path: path, position: first.position, problem: first.problem, others: Array(sorted.dropFirst()))
  }

  private static func table(_ text: String, _ path: String) throws(ConfigurationError) -> TOMLTable {
    // The parser would treat it as the end.
    guard !text.utf8.contains(0) else {
      throw ConfigurationError(path: path, position: nil, problem: "the file has a NUL byte, so it isn't text")
    }
    // The library would end a string with it.
    guard !["\\u0000", "\\U00000000"].contains(where: text.contains) else {
      throw ConfigurationError(
        path: path, position: nil, problem: "the file has an escaped NUL character, which no value can have")
    }
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let begin = error.source.begin
      throw ConfigurationError(
        path: path, position: .init(line: begin.line, column: begin.column),
        problem: "the file is not TOML: \(error.description)")
    } catch {
      throw ConfigurationError(path: path, position: nil, problem: "the file is not TOML: \(error)")
    }
  }

  private typealias NamedValue = (name: String, value: any TOMLValueConvertible, option: ConfigurationOption?)

  /// The values with their options, also those in sections of options.
  private static func values(of table: TOMLTable, in section: String) -> [NamedValue] {
    table.keys.flatMap { key -> [NamedValue] in
      guard let value = table[key] else { return [] }
      let name = section + key
      if let option = ConfigurationOption.named[name] ?? ConfigurationOption.sections[name] {
        return [(name, value, option)]
      }
      let isSection = ConfigurationOption.named.keys.contains { $0.hasPrefix("\(name).") }
      guard isSection, let inner = value.table else { return [(name, value, nil)] }
      return values(of: inner, in: "\(name).")
    }
  }
}

struct OptionProblem: Error {
  /// The message, to follow the option's name.
  let phrase: String
  /// The name within a section, if the problem is there.
  let key: String?
  /// The problems of other names within the section.
  private(set) var others: [OptionProblem] = []

  init(_ phrase: String, key: String? = nil) {
    self.phrase = phrase
    self.key = key
  }

  var all: [OptionProblem] { [self] + others }

  /// Calls a closure for each name of a section, and collects the problems.
  ///
  /// - Throws: `OptionProblem` if there were any.
  static func collect(_ names: [String], _ body: (String) throws(OptionProblem) -> Void) throws(OptionProblem) {
    var found: OptionProblem?
    for name in names {
      do throws(OptionProblem) {
        try body(name)
      } catch {
        if found == nil { found = error } else { found?.others.append(error) }
      }
    }
    if let found { throw found }
  }
}

/// Finds the positions of names in the text of a valid file.
///
/// The parser reports positions only for its own errors. Names are searched line by line below the header of their
/// section, which finds every name that is written in the usual way.
private struct KeyPosition {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The position of a name such as `theme`, `confirm.delete` or `keys.add`, or else of its section.
  func position(of name: String) -> ConfigurationError.Position? {
    var section = ""
    var start: ConfigurationError.Position?
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0.isWhitespace }
      let position = ConfigurationError.Position(line: index + 1, column: line.count - text.count + 1)
      if text.hasPrefix("[") {
        section = Self.parts(text.drop { $0 == "[" }.prefix { $0 != "]" }).joined(separator: ".") + "."
        if name == section.dropLast() || name.hasPrefix(section) { start = start ?? position }
      } else if let key = Self.key(of: text), section + key == name {
        return position
      }
    }
    return start
  }

  private static func key(of line: Substring) -> String? {
    guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { return nil }
    return parts(line[..<equals]).joined(separator: ".")
  }

  private static func parts(_ name: Substring) -> [String] {
    name.split(separator: ".").map { part in
      String(part.trimming { $0.isWhitespace }.trimming { $0 == "\"" || $0 == "'" })
    }
  }
}

extension Substring {
  fileprivate func trimming(_ isUnwanted: (Character) -> Bool) -> Substring {
    var rest = drop(while: isUnwanted)
    while let last = rest.last, isUnwanted(last) { rest.removeLast() }
    return rest
  }
}
