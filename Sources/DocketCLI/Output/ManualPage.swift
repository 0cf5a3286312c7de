import ArgumentParser
import DocketData
import DocketOutput
import Foundation

/// The manual page, generated from the same definitions as the help.
struct ManualPage {
  private let program: CommandDescription

  /// - Throws: `DecodingError` if the parser describes its commands in another format.
  init() throws {
    let json = Data(DocketCommand._dumpHelp().utf8)
    program = try JSONDecoder().decode(CommandDescription.Document.self, from: json).command
  }

  var text: String {
    let sections = [
      head, synopsis, description, commands, dates, environment, files, exitStatuses, examples,
      ".Sh SEE ALSO\n.Xr calcurse 1 ,\n.Xr task 1 ,\n.Xr todo\\-txt 1",
    ]
    return sections.joined(separator: "\n") + "\n"
  }

  private var head: String {
    """
    .Dd \(DocketVersion.date)
    .Dt DOCKET 1
    .Os
    .Sh NAME
    .Nm docket
    .Nd \(ManualText.escaped((program.abstract ?? "").clause))
    """
  }

  private var synopsis: String {
    let names = commandsShown.map { ".Nm docket\n.Cm \($0.commandName)\n.Op Ar option ..." + positionals(of: $0) }
    return ([".Sh SYNOPSIS", ".Nm docket"] + options(of: program).map(usage) + names).joined(separator: "\n")
  }

  private var description: String { ".Sh DESCRIPTION\n" + ManualText.paragraphs(program.discussion ?? "") }

  private var commands: String {
    let keys = Set(commandsShown.first.map(options)?.map(\.key) ?? [])
    let all = options(of: program)
    let (general, own) = (all.filter { keys.contains($0.key) }, all.filter { !keys.contains($0.key) })
    let texts = [
      own.isEmpty ? "" : ".Pp\nWithout a command there are also:\n" + list(own),
      ".Pp\nThese options can stand before each command and after it:\n" + list(general),
    ].filter { !$0.isEmpty }
    return texts.joined(separator: "\n") + "\n.Sh COMMANDS\n" + commandsShown.map(section).joined(separator: "\n")
  }

  private func section(_ command: CommandDescription) -> String {
    let known = Set(options(of: program).map(\.key))
    let own = (command.arguments ?? []).filter { $0.shouldDisplay && !known.contains($0.key) }
    let usage = own.map(self.usage).joined(separator: "\n")
    let texts = [command.abstract, command.discussion].compactMap(\.self).map(ManualText.paragraphs)
    let parts = [".Ss \(command.commandName)", ".Nm docket", ".Cm \(command.commandName)", usage, ".Pp"]
    return (parts.filter { !$0.isEmpty } + [texts.joined(separator: "\n.Pp\n"), list(own)]).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  // MARK: - Arguments

  private var commandsShown: [CommandDescription] { (program.subcommands ?? []).filter { $0.commandName != "help" } }

  private func options(of command: CommandDescription) -> [CommandDescription.Argument] {
    (command.arguments ?? []).filter { $0.shouldDisplay && $0.kind != .positional }
  }

  private func positionals(of command: CommandDescription) -> String {
    (command.arguments ?? []).filter { $0.shouldDisplay && $0.kind == .positional }.map { "\n" + usage($0) }.joined()
  }

  /// A line that shows an argument, in brackets if it is optional.
  private func usage(_ argument: CommandDescription.Argument) -> String {
    (argument.isOptional ? ".Op " : ".") + synopsis(of: argument)
  }

  private func synopsis(of argument: CommandDescription.Argument) -> String {
    let names = (argument.names ?? []).map { "Fl \(ManualText.word(String($0.typed.dropFirst())))" }
      .joined(separator: " | ")
    let value = argument.kind == .flag ? "" : " Ar \(ManualText.word(argument.valueName ?? "value"))"
    return (names + value + (argument.isRepeating ? " ..." : "")).trimmingCharacters(in: .whitespaces)
  }

  private func list(_ arguments: [CommandDescription.Argument]) -> String {
    guard !arguments.isEmpty else { return "" }
    let entries = arguments.map { argument in
      let usual = argument.defaultValue.map { " The default is \($0)." } ?? ""
      let values = argument.allValues.map { " It is one of \($0.joined(separator: ", "))." } ?? ""
      return ".It \(synopsis(of: argument))\n" + ManualText.escaped((argument.abstract ?? "") + values + usual)
    }
    return ".Bl -tag -width indent\n" + entries.joined(separator: "\n") + "\n.El"
  }

  // MARK: - What the parser does not know

  private var dates: String {
    let entries = DateForm.all.map { form in
      ".It \(form.examples.map { "Cm \(ManualText.word($0))" }.joined(separator: " , "))\n"
        + ManualText.escaped(Self.sentence(form.meaning))
    }
    return ".Sh DATES\nIn queries, options and new items a date is one of these.\n"
      + ".Bl -tag -width indent\n" + entries.joined(separator: "\n") + "\n.El"
  }

  private var environment: String {
    """
    .Sh ENVIRONMENT
    .Bl -tag -width indent
    .It Ev DOCKET_STORE
    The store to use if
    .Fl \\-store
    is not given.
    .It Ev XDG_DATA_HOME , Ev XDG_CONFIG_HOME , Ev XDG_STATE_HOME
    Where stores, the configuration, and what was done on this machine are; a relative path is ignored.
    .It Ev DOCKET_HOOK
    The event that a hook runs for; what a
    .Nm
    with it changes runs no hooks.
    .It Ev NO_COLOR
    If it is set and not empty, no colours are used.
    .It Ev ESCDELAY
    The time to wait after Escape for the rest of a key, in milliseconds; 25 by default.
    .It Ev VISUAL , Ev EDITOR
    The editor for items and their notes.
    .It Ev DOCKET_STALLS
    A file for the longest turns of the list's run loop, written when the list is left.
    .El
    """
  }

  private var files: String {
    """
    .Sh FILES
    .Bl -tag -width indent
    .It Pa $XDG_DATA_HOME/docket/docket.sqlite
    The store; else
    .Pa ~/.local/share/docket/docket.sqlite .
    .It Pa $XDG_CONFIG_HOME/docket/config.toml
    The configuration; else
    .Pa ~/.config/docket/config.toml .
    .It Pa $XDG_STATE_HOME/docket/
    How far hooks and reminders have come, for each store; else
    .Pa ~/.local/state/docket/ .
    .El
    """
  }

  private var exitStatuses: String {
    let entries = ExitStatus.allCases.map { ".It \($0.rawValue)\n\(Self.sentence($0.meaning))" }
    return ".Sh EXIT STATUS\n.Bl -tag -width 3n\n" + entries.joined(separator: "\n") + "\n.El"
  }

  private var examples: String {
    """
    .Sh EXAMPLES
    .Dl docket add Buy milk '#home' '!high' @tomorrow
    .Dl docket list is:overdue sort:due
    .Dl docket export items.json
    .Dl task export | docket import \\- \\-\\-format taskwarrior
    """
  }

  private static func sentence(_ clause: String) -> String { clause.prefix(1).uppercased() + clause.dropFirst() + "." }
}

/// Text in the language of manual pages.
///
/// Source: https://mandoc.bsd.lv/man/mdoc.7.html
private enum ManualText {
  /// Escaped text, with one sentence per line.
  static func escaped(_ text: String) -> String {
    text.replacing(/([.!?]) (?=[A-Z])/) { "\($0.1)\n" }.split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      let plain = line.replacing("\\", with: "\\e")
      // A line must not look like a request.
      return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }.joined(separator: "\n")
  }

  /// Escaped text whose paragraphs are separated by empty lines.
  static func paragraphs(_ text: String) -> String { escaped(text).replacing("\n\n", with: "\n.Pp\n") }

  static func word(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq").replacing("-", with: "\\-")
    return "\"\(escaped)\""
  }
}

/// The parser's description of a command, as far as the manual uses it.
///
/// Source: `CommandInfoV0` of https://github.com/apple/swift-argument-parser, whose module is no product.
private struct CommandDescription: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    /// A name without its dashes.
    struct Name: Decodable {
      let kind: String
      let name: String

      /// The name as it is typed.
      var typed: String { (kind == "long" ? "--" : "-") + name }
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

    /// What identifies the argument among others.
    var key: String { names?.map(\.typed).joined(separator: " ") ?? valueName ?? "" }
  }

  struct Document: Decodable {
    let command: CommandDescription
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandDescription]?
  let arguments: [Argument]?
}
