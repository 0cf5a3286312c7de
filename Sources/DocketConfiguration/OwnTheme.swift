import TOMLKit

/// The colours of the screen, by name: a built-in theme, or one of the configuration file.
public enum ThemeChoice: Hashable, Sendable {
  case builtIn(Theme)
  /// The name of one of ``Configuration/themes``.
  case own(String)

  /// Its name.
  public var name: String {
    switch self {
    case .builtIn(let theme): theme.rawValue
    case .own(let name): name
    }
  }

  /// The theme of a name, which need not be there.
  public init(name: String) { self = Theme(rawValue: name).map { .builtIn($0) } ?? .own(name) }
}

/// A theme of the configuration file: a built-in one, with other styles for some roles.
public struct OwnTheme: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// What roles without a style of its own look like.
  public fileprivate(set) var base = Theme.terminal
  /// The styles of its own.
  public fileprivate(set) var styles: [Role: RoleStyle] = [:]

  /// Creates a theme that is like the base.
  public init(name: String, base: Theme = .terminal, styles: [Role: RoleStyle] = [:]) {
    (self.name, self.base, self.styles) = (name, base, styles)
  }
}

extension ConfigurationOption {
  /// The theme: one that is built in, or one of the section `themes`, which may come later in the file.
  static let theme = ConfigurationOption(
    name: "theme",
    summary:
      "The colours: those of the terminal, which suit any background, or a theme for a dark or a light one. NO_COLOR wins.",
    values: TOMLText.alternatives(Theme.allCases.map(\.rawValue)) + ", or the name of one of [themes]"
  ) { value, configuration, _ throws(OptionProblem) in
    guard let name = value.string else { throw OptionProblem("must be a name in quotation marks") }
    configuration.theme = ThemeChoice(name: name)
  } text: {
    TOMLText.string($0.theme.name)
  }

  static let themes = ConfigurationOption(
    name: "themes",
    summary:
      "Themes of your own, [themes.NAME] each: base is the theme that it begins with, and every role can have a style: "
      + Role.allCases.map(\.rawValue).joined(separator: ", ") + ".",
    values: "ROLE = \"bold yellow\", \"#e06c75\", \"bright-blue on 236\" or \"plain\"; "
      + RoleStyle.Attribute.allCases.map(\.rawValue).joined(separator: ", ")
  ) { value, configuration, _ throws(OptionProblem) in
    guard let table = value.table else { throw OptionProblem("must be a section") }
    try OptionProblem.collect(table.keys.sorted()) { name throws(OptionProblem) in
      guard Theme(rawValue: name) == nil else {
        throw OptionProblem("is the name of a built-in theme: choose another one", key: name)
      }
      guard let roles = table[name]?.table else {
        throw OptionProblem("must be a section [themes.\(name)]", key: name)
      }
      configuration.themes.append(try OwnTheme(name: name, roles))
    }
  } text: { configuration in
    configuration.themes.map(\.text).joined(separator: "\n\n")
  }
}

extension OwnTheme {
  fileprivate init(name: String, _ table: TOMLTable) throws(OptionProblem) {
    self.init(name: name)
    for key in table.keys.sorted() {
      let text = table[key]?.string
      if key == "base" {
        let names = TOMLText.alternatives(Theme.allCases.map(\.rawValue))
        let problem = OptionProblem("must be \(names)", key: "\(name).base")
        base = try text.flatMap(Theme.init(rawValue:)).orThrow(problem)
        continue
      }
      let role = try Role(rawValue: key).orThrow(OptionProblem("isn't a role of a theme", key: "\(name).\(key)"))
      styles[role] = try text.flatMap(RoleStyle.init)
        .orThrow(OptionProblem("must be a style such as \"bold yellow\" or \"#e06c75 on 236\"", key: "\(name).\(key)"))
    }
  }

  fileprivate var text: String {
    let lines = Role.allCases.compactMap { role in
      styles[role].map { "\(role.rawValue) = \(TOMLText.string($0.text))" }
    }
    return (["[themes.\(TOMLText.key(name))]", "base = \(TOMLText.string(base.rawValue))"] + lines)
      .joined(separator: "\n")
  }
}

extension Optional {
  fileprivate func orThrow(_ problem: OptionProblem) throws(OptionProblem) -> Wrapped {
    guard let value = self else { throw problem }
    return value
  }
}
