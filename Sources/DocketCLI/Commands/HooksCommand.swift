import ArgumentParser
import DocketConfiguration
import DocketData
import DocketLocking
import DocketPrograms
import Foundation

/// `docket hooks`: runs the programs of the section `[hooks]` for what has changed.
struct HooksCommand: ItemCommand {
  static let commandName = "hooks"
  static let configuration = help(
    "Run the hooks for what has changed since they ran, and wait for them.",
    """
    Commands, the list and sync start this by themselves when they have changed something; it is of use where another \
    program changes the store. What a hook gets, and when, is in the section [hooks] of 'docket config --print'.

    Each change runs a hook once, whichever process made it; if this is killed while a hook runs, that one runs again. \
    A failure of a hook is said on standard error, also of one that ran before and could not be told to anybody, and \
    the exit status is 74; nothing is repeated for it.
    """)

  @OptionGroup var store: StoreOptions

  @Flag(help: ArgumentHelp("Leave the work to a process that waits for its turn already.", visibility: .hidden))
  var background = false

  @Flag(help: ArgumentHelp("Keep failures for the next command.", visibility: .hidden))
  var keepFailures = false

  func validate() throws {
    if store.preview { throw ValidationError("A preview runs no hooks") }
  }

  func perform(_ items: ItemAccess, _: CommandOutput) async throws {
    // Whoever started this hook has the lock, and goes on with its changes afterwards.
    guard !items.provider.isWithinHook else { return }
    guard let hooks = Hooks(try UserConfiguration.read(.of(keys: { $0 }))) else { return }
    let (state, failures) = (try CommandState.of(items.provider), FailureCount())
    let kept = keepFailures ? HookFailures(state) : nil
    let runner = HookRunner(hooks, of: items.provider, state) { clause in
      failures.count()
      let line = HookNotice.line(clause, items.name)
      // The list that waits for it may have been left.
      if kept != nil || !StandardStreams.report(line) { HookFailures(state).keep(line) }
    }
    do { try await runner.run(waits: !background) } catch {
      guard let kept else { throw error }
      kept.keep(Failure(error, place: items.name).line)
    }
    if !background {
      // Of those that others have run.
      for line in HookFailures(state).take() {
        failures.count()
        StandardStreams.report(line + "\n")
      }
    }
    if failures.any { throw AlreadySaid(status: .inputOutput) }
  }
}

/// Everything that went wrong was said; only the exit status is left to tell.
struct AlreadySaid: Error {
  let status: ExitStatus
}

/// Counts failures, on any thread.
private final class FailureCount: Sendable {
  private let number = Lock(0)

  func count() { number.withLock { $0 += 1 } }
  var any: Bool { number.withLock { $0 > 0 } }
}

enum HookNotice {
  static func line(_ clause: String, _ store: String) -> String {
    Notice(what: clause, place: store, remedy: "fix the program, or its line in [hooks]; see 'docket config'").line
  }
}

enum CommandState {
  /// - Throws: `Failure` if there is no place for a state.
  static func of(_ provider: DataProvider) throws -> StoreState {
    let environment = try EnvironmentValue.read(["XDG_STATE_HOME", "HOME"])
    guard let state = StoreState(environment: environment, store: provider.storeURL) else {
      throw Failure(
        .configuration, "there is no place to remember what was done", place: "HOME and XDG_STATE_HOME",
        remedy: "set one of them to an absolute path")
    }
    return state
  }
}

/// What a command does about hooks before and after its own work.
struct CommandHooks {
  private let provider: DataProvider
  private let state: StoreState

  /// - Returns: nil if no hook has anything to do with the command, which costs a look at the configuration.
  init?(_ command: any ItemCommand, _ provider: DataProvider) {
    guard command.runsHooks, command.store.previewItems == nil, !provider.isWithinHook,
      UserConfiguration.mentions("hooks")
    else { return nil }
    do {
      guard Hooks(try UserConfiguration.read(.of(keys: { $0 }))) != nil else { return nil }
      (self.provider, state) = (provider, try CommandState.of(provider))
    } catch {
      // The command itself needs neither.
      StandardStreams.report(Failure(error, place: "[hooks]").lines)
      return nil
    }
  }

  /// Says what nobody could be told of, and lets the hooks begin before the first change that they are to see.
  func begin() {
    for line in HookFailures(state).take() { StandardStreams.report(line + "\n") }
    do { try HookRunner.begin(provider, state) } catch {
      StandardStreams.report(Failure(error, place: provider.storeURL.path).line)
    }
  }

  /// Starts the hooks, in the background; they outlive the command.
  func launch() { HookLauncher(store: provider.storeURL.path).launch() }
}
