import TOMLKit

extension Configuration {
  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: TOML.
  ///   - path: what errors call the file.
  ///   - checks: tests of values that other parts of the program know about.
  /// - Throws: `ConfigurationError` for the first thing that is wrong: what is no TOML, an option that does not exist, a
  ///   value that it can't have.
  ///
  /// Source: https://toml.io/en/v1.0.0
  public init(
    text: String, path: String, checks: ConfigurationChecks = ConfigurationChecks()
  ) throws(ConfigurationError) {
    self.init()
    let table = try Self.table(text, path)
    for value in Self.values(of: table, in: "") {
      do throws(OptionProblem) {
        guard let option = value.option else { throw OptionProblem("is no option") }
        try option.read(value.value, &self, checks)
      } catch {
        let name = [value.name, error.key].compactMap(\.self).joined(separator: ".")
        throw ConfigurationError(
          path: path, position: KeyPosition(text).position(of: name), problem: "\"\(name)\" \(error.phrase)")
      }
    }
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
