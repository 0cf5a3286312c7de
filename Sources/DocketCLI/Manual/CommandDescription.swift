/// What the parser knows about a command, as far as the manual says it.
///
/// Source: `CommandInfoV0` of https://github.com/apple/swift-argument-parser, whose module is no product.
struct CommandDescription: Decodable {
  /// An argument of a command.
  struct Argument: Decodable {
    /// The kinds of arguments.
    enum Kind: String, Decodable {
      case positional
      case option
      case flag
    }

    /// A name with its dashes to come.
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let allValues: [String]?
  }

  /// The outermost level of what the parser writes.
  struct Document: Decodable {
    let command: CommandDescription
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandDescription]?
  let arguments: [Argument]?
}

extension CommandDescription.Argument.Name {
  /// The name as it is typed.
  var typed: String { (kind == "long" ? "--" : "-") + name }
}
