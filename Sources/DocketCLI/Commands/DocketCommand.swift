import ArgumentParser

/// `docket` itself: opens the full-screen list.
struct DocketCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docket",
    abstract: "Keep a list of items in the terminal.",
    discussion: """
      Without a command, the list opens on the full screen.

      The store is FILE of --store, else $DOCKET_STORE, else $XDG_DATA_HOME/docket/docket.sqlite, else \
      ~/.local/share/docket/docket.sqlite.

      Exit statuses: 0 done, 1 no such item or nothing to do, 64 wrong usage, 65 bad data, 66 no such file, 73 cannot \
      create, 74 input or output failed, 75 busy, 77 not permitted, 78 no suitable terminal or configuration.

      Completions: docket --generate-completion-script bash|zsh|fish.
      """,
    version: "0.1.0",
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
        subcommands: [BackupCommand.self, CheckCommand.self, InfoCommand.self, ConfigCommand.self]),
    ])

  @OptionGroup var store: StoreOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What the list shows when it opens; see 'docket help list'.", valueName: "query"))
  var filter: String?
}
