import ArgumentParser
import DocketConfiguration
import DocketData
import DocketOutput
import DocketPrograms
import Foundation

/// `docket` itself: opens the full-screen list.
struct DocketCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docket",
    abstract: "Keep a list of items in the terminal.",
    discussion: """
      Without a command, the list opens on the full screen. 'docket --preview' tries it out with items in memory.

      The store is FILE of --store, else $DOCKET_STORE, else $XDG_DATA_HOME/docket/docket.sqlite, else \
      ~/.local/share/docket/docket.sqlite. A store that --store names is created by 'docket' \
      without a command, 'add' and 'import' only; other commands need one that exists.

      Exit statuses: \(ExitStatus.list).

      Completions: docket --generate-completion-script bash|zsh|fish. Manual: docket --generate-manual.
      """,
    version: DocketVersion.number,
    groupedSubcommands: [
      CommandGroup(
        name: "Items",
        subcommands: [
          AddCommand.self, ListCommand.self, ShowCommand.self, UpdateCommand.self, DoneCommand.self, ReopenCommand.self,
          SkipCommand.self, EndCommand.self, DeleteCommand.self, RemindCommand.self,
          StatsCommand.self,
        ]),
      CommandGroup(name: "Changes", subcommands: [UndoCommand.self, RedoCommand.self, LogCommand.self]),
      CommandGroup(name: "Files", subcommands: [ImportCommand.self, ExportCommand.self]),
      CommandGroup(
        name: "Store",
        subcommands: [
          BackupCommand.self, CheckCommand.self, RecoverCommand.self, InfoCommand.self, SyncCommand.self,
          HooksCommand.self, ConfigCommand.self,
        ]),
    ])

  @OptionGroup var store: StoreOptions

  @OptionGroup var filter: FilterOption

  @Flag(help: .hidden)
  var generateManual = false
}

/// What the full-screen list shows.
public struct ListRequest: Sendable {
  /// The provider of the items.
  public let provider: DataProvider
  /// The number of items in the preview, or nil for the provider's store.
  public let previewItems: Int?
  /// The user's configuration.
  public let configuration: Configuration
  /// The query that the list opens with, or nil for the configured one.
  public let filter: String?

  /// The program that syncs a store, or nil if there is none.
  public let syncProgram: String?
  /// Whether hooks are to run.
  public let hasHooks: Bool
  /// Which programs of hooks can't be run here, a line for each.
  public let missingHooks: [String]

  /// - Throws: `Failure` if the filter is invalid, if there is no suitable terminal, or no path for the store;
  ///   `ConfigurationError` if the configuration file is invalid.
  init(_ command: DocketCommand, _ checks: ConfigurationChecks) throws {
    let store = command.store.preview ? nil : try? command.store.provider().storeURL
    filter = try command.filter.query(savedIn: store, of: "docket")?.text
    try TerminalRequirement.check()
    configuration = try UserConfiguration.read(checks)
    UserConfiguration.use(configuration.slashDates)
    provider = try command.store.provider()
    try command.store.require(provider.storeURL.path, makesStore: true)
    previewItems = command.store.previewItems
    syncProgram = previewItems == nil ? SyncProgram.path : nil
    hasHooks = previewItems == nil && !provider.isWithinHook && Hooks(configuration) != nil
    let missing = hasHooks ? configuration.missingPrograms.filter { $0.option.hasPrefix("hooks.") } : []
    missingHooks = missing.map { "\($0.option): \($0.problem)" }
  }

  /// Opens the store, while there is no screen yet that could show that it takes long.
  ///
  /// - Throws: `StoreError` if the store can't be opened.
  func opened() throws -> ListRequest {
    if previewItems == nil { _ = try OpeningProgress.show { try provider.modelContainer() } }
    return self
  }
}

/// Checks that there is a terminal, before the full-screen list writes its first byte.
private enum TerminalRequirement {
  /// - Throws: `Failure` with the status 78; nothing was written to standard output.
  static func check() throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure.terminal("standard input and output must be a terminal")
    }
    switch try EnvironmentValue.read("TERM") {
    case nil, "": throw Failure.terminal("the terminal type is unknown", variable: "TERM")
    case "dumb": throw Failure.terminal("the terminal “dumb” cannot show a full screen", variable: "TERM")
    default: break
    }
  }
}
