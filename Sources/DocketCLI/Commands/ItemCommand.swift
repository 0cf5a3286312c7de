import ArgumentParser

/// A command that reads or changes items.
protocol ItemCommand: ParsableCommand, Sendable {
  /// What is typed to run it.
  static var commandName: String { get }

  /// Whether it makes the store that `--store` names if there is none.
  static var makesStore: Bool { get }

  /// Whether it makes no store at all, and takes one that is missing for an empty one.
  var leavesNoStore: Bool { get }

  /// Which store it works on.
  var store: StoreOptions { get }

  /// Does the work.
  ///
  /// - Throws: what went wrong; `NothingMatched` after output that stands all the same.
  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws
}

extension ItemCommand {
  /// Only what brings items into a store makes one; a mistyped name would otherwise be an empty store.
  static var makesStore: Bool { false }

  var leavesNoStore: Bool { false }
}
