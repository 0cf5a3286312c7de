/// The help of every command, exactly as it is printed.
enum HelpTexts {
  /// By the name of the command; the empty name is the program itself.
  static let all = [
    "": """
    OVERVIEW: Keep a list of items in the terminal.

    Without a command, the list opens on the full screen.

    The store is FILE of --store, else $DOCKET_STORE, else
    $XDG_DATA_HOME/docket/docket.sqlite, else ~/.local/share/docket/docket.sqlite.

    Exit statuses: 0 done, 1 no such item, 64 wrong usage, 65 bad data, 73 cannot
    create, 74 input or output failed, 75 busy, 77 not permitted, 78 no suitable
    terminal or configuration.

    Completions: docket --generate-completion-script bash|zsh|fish.

    USAGE: docket [--store <file>] [--preview] [--items <n>] <subcommand>

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      add                     Add an item and print its number.
      list                    List the items.
      show                    Show one item.
      update                  Change items, all of them or none.
      delete                  Delete items, all of them or none.

      See 'docket help <subcommand>' for detailed help.
    """,
    "add": """
    OVERVIEW: Add an item and print its number.

    The words are joined by single spaces. Put -- before a title that starts with a
    dash.

    USAGE: docket add [--store <file>] [--preview] [--items <n>] <title> ...

    ARGUMENTS:
      <title>                 What the item is about.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """,
    "list": """
    OVERVIEW: List the items.

    On a terminal the items stand in columns, and characters that a terminal would
    obey are shown as marks.

    In a pipe each item is one line of four fields with a tab between them: id,
    timestamp, created, title. The times are UTC. In the title a tab is written \\t,
    a line end \\n, a carriage return \\r, a backslash \\\\, and any other control
    character \\uXXXX. JSON has every title exactly as it is.

    USAGE: docket list [--store <file>] [--preview] [--items <n>] [--json] [--ids] [--count] [--sort <key>] [--limit <n>]

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --json                  Print a JSON array.
      --ids                   Print the numbers only, one in a line.
      --count                 Print how many items there are.
      --sort <key>            The order: timestamp, created or title; -KEY reverses
                              it. (default: -timestamp)
      --limit <n>             The largest number of items.
      --version               Show the version.
      -h, --help              Show help information.
    """,
    "show": """
    OVERVIEW: Show one item.

    USAGE: docket show [--store <file>] [--preview] [--items <n>] <id> [--json]

    ARGUMENTS:
      <id>                    The item's number.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --json                  Print a JSON object.
      --version               Show the version.
      -h, --help              Show help information.
    """,
    "update": """
    OVERVIEW: Change items, all of them or none.

    USAGE: docket update [--store <file>] [--preview] [--items <n>] <id> ... [--title <title>] [--touch]

    ARGUMENTS:
      <id>                    The items' numbers.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --title <title>         The new title.
      --touch                 Set the timestamp to now.
      --version               Show the version.
      -h, --help              Show help information.
    """,
    "delete": """
    OVERVIEW: Delete items, all of them or none.

    USAGE: docket delete [--store <file>] [--preview] [--items <n>] <id> ...

    ARGUMENTS:
      <id>                    The items' numbers.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """,
  ]
}
