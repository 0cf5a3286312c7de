/// A command whose output is short enough to be one text.
protocol TextCommand: ItemCommand {
  /// Does the work.
  ///
  /// - Returns: the whole output.
  /// - Throws: what went wrong; there is no output then.
  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String
}

extension TextCommand {
  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    try output.write(await self.output(items, style: output.style))
  }
}
