import ArgumentParser

/// `docket` itself: opens the full-screen list.
struct DocketCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docket",
    abstract: "Keep a list of items in the terminal.",
    discussion: """
      Without a command, the list opens on the full screen. 'docket --preview' tries it out with items in memory.

      The store is FILE of --store, else $DOCKET_STORE, else $XDG_DATA_HOME/docket/docket.sqlite, else \
      ~/.local/share/docket/docket.sqlite. A store that --store names is made by the list, 'add' and 'import'; other \
      commands want one that is there.

      Exit statuses: \(ExitStatus.list).

      Completions: docket --generate-completion-script bash|zsh|fish. Manual: docket --generate-manual.
      """,
    version: DocketVersion.number,
    groupedSubcommands: [
      CommandGroup(
        name: "Items",
        subcommands: [
          AddCommand.self, ListCommand.self, ShowCommand.self, UpdateCommand.self, DoneCommand.self, ReopenCommand.self,
          DeleteCommand.self,
        ]),
      CommandGroup(name: "Changes", subcommands: [UndoCommand.self, RedoCommand.self, LogCommand.self]),
      CommandGroup(name: "Files", subcommands: [ImportCommand.self, ExportCommand.self]),
      CommandGroup(
        name: "Store",
        subcommands: [
          BackupCommand.self, CheckCommand.self, RecoverCommand.self, InfoCommand.self, ConfigCommand.self,
        ]),
    ])

  @OptionGroup var store: StoreOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What the list shows when it opens; see 'docket help list'.", valueName: "query"))
  var filter: String?

  @Flag(help: .hidden)
  var generateManual = false
}
