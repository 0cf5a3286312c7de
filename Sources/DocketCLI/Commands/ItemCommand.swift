import ArgumentParser

/// A command that reads or changes items.
protocol ItemCommand: ParsableCommand, Sendable {
  /// What is typed to run it.
  static var commandName: String { get }

  /// Which store it works on.
  var store: StoreOptions { get }

  /// Does the work.
  ///
  /// - Throws: what went wrong; `NothingMatched` after output that stands all the same.
  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws
}
