extension Failure {
  /// The line for arguments that make no sense.
  ///
  /// - Parameter usage: what the parser says, one line or more.
  init(usage: String, arguments: [String]) {
    let what = usage.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let name = arguments.prefix { $0 != "--" }.first { Self.commandNames.contains($0) }
    self.init(
      .usage, Self.clause(what), place: name.map { "docket \($0)" } ?? "docket",
      remedy: name.map { "see 'docket help \($0)'" } ?? "see 'docket help'")
  }

  private static let commandNames = Set(
    (DocketCommand.configuration.groupedSubcommands.flatMap(\.subcommands)
      + DocketCommand.configuration.ungroupedSubcommands)
      .map { $0._commandName })
}
