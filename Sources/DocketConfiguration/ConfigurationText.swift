extension Configuration {
  /// The configuration as a file, with a comment above each option.
  public var text: String {
    let plain = ConfigurationOption.all.filter { !$0.isSection && !$0.name.contains(".") }
    let grouped = Dictionary(grouping: ConfigurationOption.all.filter { $0.name.contains(".") }, by: \.section)
    let groups = grouped.sorted { $0.key < $1.key }.map { name, options in
      "[\(name)]\n\n" + options.map(line).joined(separator: "\n\n")
    }
    let sections = ConfigurationOption.all.filter(\.isSection).map(section)
    return (plain.map(line) + groups + sections).joined(separator: "\n\n") + "\n"
  }

  private func line(_ option: ConfigurationOption) -> String {
    option.comment + "\n\(option.lastName) = \(option.text(self))"
  }

  private func section(_ option: ConfigurationOption) -> String {
    let text = option.text(self)
    return "[\(option.name)]\n\(option.comment)" + (text.isEmpty ? "" : "\n\n\(text)")
  }
}

extension ConfigurationOption {
  /// The part of the name before the full stop.
  fileprivate var section: String { String(name.prefix { $0 != "." }) }
  /// The part of the name after the full stop, or the whole if there is none.
  fileprivate var lastName: String { name.split(separator: ".").last.map(String.init) ?? name }
  fileprivate var comment: String { "# \(summary)\n# \(values)" }
}

/// Values as TOML.
enum TOMLText {
  /// A string in quotation marks.
  ///
  /// Source: https://toml.io/en/v1.0.0#string
  static func string(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: unicodeEscape(scalar)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  static func list(_ texts: [String]) -> String { "[\(texts.map(string).joined(separator: ", "))]" }

  /// A name, in quotation marks unless TOML takes it bare.
  static func key(_ name: String) -> String {
    name.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil ? name : string(name)
  }

  /// Names in quotation marks, the last one after "or".
  static func alternatives(_ names: [String]) -> String {
    let quoted = names.map(string)
    guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
