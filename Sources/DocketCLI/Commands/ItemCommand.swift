import ArgumentParser

/// A command that reads or changes items.
protocol ItemCommand: ParsableCommand, Sendable {
  /// What is typed to run it.
  static var commandName: String { get }

  /// Which store it works on.
  var store: StoreOptions { get }

  /// Does the work.
  ///
  /// - Returns: the whole output.
  /// - Throws: what went wrong; there is no output then.
  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String
}
