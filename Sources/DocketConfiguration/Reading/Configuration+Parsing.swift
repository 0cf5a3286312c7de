import TOMLKit

extension Configuration {
  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: TOML.
  ///   - path: what errors call the file.
  ///   - checks: tests of values that other parts of the program know about.
  /// - Throws: `ConfigurationError` for all that is wrong: what is no TOML, options that do not exist, values that they
  ///   can't have.
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
        guard let option = value.option else { throw OptionProblem("is no option") }
        try option.read(value.value, &self, checks)
      } catch {
        found += error.all.map { (value.name, $0) }
      }
    }
    if let error = Self.error(found, text, path) { throw error }
  }

  /// What is wrong, in the order of the file; nil if nothing is.
  private static func error(
    _ found: [(name: String, problem: OptionProblem)], _ text: String, _ path: String
  ) -> ConfigurationError? {
    guard !found.isEmpty else { return nil }
    let places = KeyPosition(text)
    let errors = found.map { name, problem in
      let name = [name, problem.key].compactMap(\.self).joined(separator: ".")
      return ConfigurationError(
        path: path, position: places.position(of: name), problem: "\"\(name)\" \(problem.phrase)")
    }
    let end = ConfigurationError.Position(line: .max, column: .max)
    let sorted = errors.sorted { ($0.position ?? end) < ($1.position ?? end) }
    let first = sorted[0]
    return ConfigurationError(
      path: path, position: first.position, problem: first.problem, others: Array(sorted.dropFirst()))
  }

  private static func table(_ text: String, _ path: String) throws(ConfigurationError) -> TOMLTable {
    // The parser would take it for the end.
    guard !text.utf8.contains(0) else {
      throw ConfigurationError(path: path, position: nil, problem: "the file has a NUL byte, so it is no text")
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

  /// The values by the names of options; sections of options are gone into.
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
