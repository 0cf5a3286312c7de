import ArgumentParser
import SwiftData

protocol ItemCommand: ParsableCommand, Sendable {
  static var commandName: String { get }
  /// Whether it creates the store that `--store` names if it is missing.
  static var makesStore: Bool { get }
  /// Whether it creates no store at all, and treats a missing one as empty.
  var leavesNoStore: Bool { get }
  /// Whether it does something besides its output, which is done even if the output is lost.
  var hasEffect: Bool { get }
  /// Whether it changes items, so that hooks run afterwards.
  var runsHooks: Bool { get }
  /// Whether it keeps the processors busy for long, so that others come first.
  var isBulk: Bool { get }
  var store: StoreOptions { get }

  /// Does in an empty store in memory what it is about to do in a missing one, which is made only if this does not fail.
  func rehearse(_ items: ItemAccess) async throws

  /// Runs the command.
  ///
  /// - Throws: what went wrong; `NothingMatched` or `PartlyDone` after output that is valid anyway.
  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws
}

extension ItemCommand {
  /// Only commands that add items create a store; a mistyped path would otherwise become an empty one.
  static var makesStore: Bool { false }
  var leavesNoStore: Bool { false }
  var hasEffect: Bool { false }
  var runsHooks: Bool { hasEffect }
  var isBulk: Bool { false }

  func rehearse(_ items: ItemAccess) async throws {}

  static func help(_ abstract: String, _ discussion: String = "") -> CommandConfiguration {
    CommandConfiguration(commandName: commandName, abstract: abstract, discussion: discussion)
  }
}

extension [PersistentIdentifier] {
  var lines: String { map { "\($0.primaryKey ?? 0)\n" }.joined() }
}

/// A command whose output is short enough to be one text.
protocol TextCommand: ItemCommand {
  /// Runs the command, and returns the whole output.
  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String
}

extension TextCommand {
  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    try output.write(await self.output(items, style: output.style))
  }
}
