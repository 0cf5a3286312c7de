extension Configuration {
  /// The whole configuration as a file that means the same, each option below what it is for.
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
