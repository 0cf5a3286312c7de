/// The help of every command, exactly as it is printed.
enum HelpTexts {
  /// By the name of the command; the empty name is the program itself.
  static let all = [
    "": #"""
    OVERVIEW: Keep a list of items in the terminal.

    Without a command, the list opens on the full screen.

    The store is FILE of --store, else $DOCKET_STORE, else
    $XDG_DATA_HOME/docket/docket.sqlite, else ~/.local/share/docket/docket.sqlite.
    A store that --store names is made by the list, 'add' and 'import'; other
    commands want one that is there.

    Exit statuses: 0 done, 1 no such item or nothing to do, 64 wrong usage, 65 bad
    data, 66 no such file, 73 cannot create, 74 input or output failed, 75 busy, 77
    not permitted, 78 no suitable terminal or configuration.

    Completions: docket --generate-completion-script bash|zsh|fish. Manual: docket
    --generate-manual.

    USAGE: docket [--store <file>] [--preview] [--items <n>] [--filter <query>] <subcommand>

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --filter <query>        What the list shows when it opens; see 'docket help
                              list'.
      --version               Show the version.
      -h, --help              Show help information.

    ITEMS SUBCOMMANDS:
      add                     Add an item and print its number.
      list                    List the items, all of them or those that match.
      show                    Show one item.
      update                  Change items, all of them or none.
      done                    Mark items as done, all of them or none.
      reopen                  Mark items as open again, all of them or none.
      delete                  Delete items, all of them or none.

    CHANGES SUBCOMMANDS:
      undo                    Undo the last changes, of earlier days too, and say
                              what was undone.
      redo                    Carry out again what was undone last, and say what it
                              was.
      log                     Show what was changed, when and by whom, the newest
                              step first.

    FILES SUBCOMMANDS:
      import                  Import items from a file, or from standard input.
      export                  Export items into a file, or to standard output.

    STORE SUBCOMMANDS:
      backup                  Copy the store into a new file, whatever is being
                              written meanwhile.
      check                   Look through the whole store for damage.
      recover                 Salvage what can be read of a damaged store into a
                              new file.
      info                    Show the store's path, its size, and how many items
                              it has.
      config                  Check the configuration file, or print what holds.

      See 'docket help <subcommand>' for detailed help.
    """#,
    "add": #"""
    OVERVIEW: Add an item and print its number.

    The words are joined by single spaces. #tag, !high, @tomorrow, >List and
    every:week among them say the same as the options; a backslash before one of
    them, or --literal, makes it a part of the title. Put -- before a title that
    starts with a dash.

    USAGE: docket add [--store <file>] [--preview] [--items <n>] <title> ... [--notes <notes>] [--tag <tag> ...] [--due <date>] [--priority <priority>] [--list <list>] [--every <interval>] [--parent <id>] [--literal]

    ARGUMENTS:
      <title>                 What the item is about.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --notes <notes>         What else there is to say.
      --tag <tag>             A tag; give it again for another one.
      --due <date>            When it is due: today, tomorrow, fri, 'next mon',
                              +3d, eow, eom, '24 dec', 2026-12-24, each with a time
                              if you like.
      --priority <priority>   How much it matters: none, low, medium or high.
            none              - 
            low               - 
            medium            - 
            high              - 
      --list <list>           The list it goes to, which is made if there is none.
      --every <interval>      How it comes again once it is done: day, week, month,
                              year, or a number of them as in 2weeks.
      --parent <id>           The item that it is a part of.
      --literal               Take the words as they are.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "list": #"""
    OVERVIEW: List the items, all of them or those that match.

    The query: words and "phrases" in title or notes, all of which must match;
    -word excludes; #tag, list:NAME, is:open, is:done, is:overdue, is:today,
    prio:high, prio:>=medium, due:today, due:<+7d, due:none, created:>-2w,
    updated:, done:, sort:due.

    On a terminal the items stand in columns below their names: ID; S, the state, x
    for done; P, the priority from 1 for low to 3 for high; DUE; TITLE with the
    #tags and the >list. Characters that a terminal would obey are shown as marks.

    In a pipe each item is one line with a tab between the fields: id, timestamp,
    created, title, state, priority, due, tags with commas between them, list. The
    times are UTC. In texts a tab is written \t, a line end \n, a carriage return
    \r, a backslash \\, and any other control character \uXXXX. JSON has every text
    exactly as it is.

    Without an item that matches the query the exit status is 1.

    USAGE: docket list [--store <file>] [--preview] [--items <n>] [<query> ...] [--json] [--ids] [--count] [--sort <key>] [--limit <n>]

    ARGUMENTS:
      <query>                 Which items.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --json                  Print a JSON array.
      --ids                   Print the numbers only, one in a line.
      --count                 Print how many items there are.
      --sort <key>            The order: timestamp, created, title, due, done,
                              priority or manual; -KEY reverses it. (default:
                              -timestamp)
      --limit <n>             The largest number of items.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "show": #"""
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
    """#,
    "update": #"""
    OVERVIEW: Change items, all of them or none.

    USAGE: docket update [<options>] <id> ...

    ARGUMENTS:
      <id>                    The items' numbers, with blanks or commas between
                              them.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --title <title>         The new title.
      --notes <notes>         The new notes.
      --tag <+tag|-tag>       A tag to add, or with a dash before it to take off;
                              give it again for another one.
      --due <date>            When they are due: today, tomorrow, fri, 'next mon',
                              +3d, eow, eom, '24 dec', 2026-12-24, each with a time
                              if you like, or none.
      --priority <priority>   How much they matter: none, low, medium or high.
            none              - 
            low               - 
            medium            - 
            high              - 
      --list <list>           The list they go to, which is made if there is none;
                              or none.
      --every <interval>      How they come again once they are done: day, week,
                              month, year, or a number of them as in 2weeks, or
                              none.
      --parent <id>           The item that they become a part of, or none.
      --touch                 Set the timestamp to now.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "done": #"""
    OVERVIEW: Mark items as done, all of them or none.

    Of an item that comes again the next one is added, and its number is printed.

    USAGE: docket done [--store <file>] [--preview] [--items <n>] <id> ...

    ARGUMENTS:
      <id>                    The items' numbers, with blanks or commas between
                              them.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "reopen": #"""
    OVERVIEW: Mark items as open again, all of them or none.

    USAGE: docket reopen [--store <file>] [--preview] [--items <n>] <id> ...

    ARGUMENTS:
      <id>                    The items' numbers, with blanks or commas between
                              them.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "delete": #"""
    OVERVIEW: Delete items, all of them or none.

    The sub-items of an item go with it. 'docket undo' brings all of them back.

    USAGE: docket delete [--store <file>] [--preview] [--items <n>] <id> ...

    ARGUMENTS:
      <id>                    The items' numbers, with blanks or commas between
                              them.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "undo": #"""
    OVERVIEW: Undo the last changes, of earlier days too, and say what was undone.

    Each command was one step, however many items it changed. The steps are yours,
    wherever you took them: in the list or on the command line. A step that
    somebody else's later change stands in the way of is refused.

    USAGE: docket undo [--store <file>] [--preview] [--items <n>] [<n>]

    ARGUMENTS:
      <n>                     How many steps. (default: 1)

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "redo": #"""
    OVERVIEW: Carry out again what was undone last, and say what it was.

    Each command was one step, however many items it changed. The steps are yours,
    wherever you took them: in the list or on the command line. A step that
    somebody else's later change stands in the way of is refused.

    USAGE: docket redo [--store <file>] [--preview] [--items <n>] [<n>]

    ARGUMENTS:
      <n>                     How many steps. (default: 1)

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "log": #"""
    OVERVIEW: Show what was changed, when and by whom, the newest step first.

    In a pipe each step is one line with a tab between the fields: time, author,
    state, number of rows, what was done. The state is done, undone, abandoned
    (undone, and it can't be redone any more) or forgotten (done, and it can't be
    undone any more).

    USAGE: docket log [--store <file>] [--preview] [--items <n>] [--limit <n>]

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --limit <n>             The largest number of steps.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "import": #"""
    OVERVIEW: Import items from a file, or from standard input.

    An item of the file that has the uid of one in the store changes that one; what
    the file does not say of it stays, in every format. An empty value, or null,
    takes a value away, except what every item has, such as its state; todo.txt
    can't say it. All others are added. It is one step for 'docket undo', and
    nothing is changed if anything in the file is wrong: the error says the line,
    the column (in bytes), and what is wrong there. With --keep-going the items
    that are wrong are left out, and parents that are missing or would make an item
    a part of itself, each with a line on standard error, and the exit status is
    65.

    Without --format the ending of the name tells the format: .json, .csv, .txt
    (todo.txt), .ics; standard input is JSON. What 'task export' writes needs
    --format taskwarrior.

    USAGE: docket import [--store <file>] [--preview] [--items <n>] <file> [--format <format>] [--dry-run] [--keep-going]

    ARGUMENTS:
      <file>                  The file, or - for standard input.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --format <format>       The format: json, csv, todotxt, taskwarrior or
                              icalendar. (values: json, csv, todotxt, taskwarrior,
                              icalendar)
      --dry-run               Change nothing; say what would be done.
      --keep-going            Leave out what is wrong, and import the rest.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "export": #"""
    OVERVIEW: Export items into a file, or to standard output.

    Without a query all items are exported, in the order of their numbers; the
    query is that of 'docket list', and needs a file or - before it. JSON loses
    nothing; the other formats hold what they have a place for.

    Without --format the ending of the name tells the format: .json, .csv, .txt
    (todo.txt), .ics; standard output gets JSON. The file appears, or takes the
    place of an older one, when it is complete; only you can read it.

    Without an item that matches the query the exit status is 1, and no file is
    made or replaced; standard output gets a file without items.

    USAGE: docket export [--store <file>] [--preview] [--items <n>] [<file>] [<query> ...] [--format <format>]

    ARGUMENTS:
      <file>                  The file, or - for standard output.
      <query>                 Which items.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --format <format>       The format: json, csv, todotxt, taskwarrior or
                              icalendar. (values: json, csv, todotxt, taskwarrior,
                              icalendar)
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "backup": #"""
    OVERVIEW: Copy the store into a new file, whatever is being written meanwhile.

    The copy is a store: look at it with --store FILE. To go back to it, end every
    docket, move the old store away together with the files beside it whose names
    end in -wal and -shm, and move the copy to its place.

    USAGE: docket backup [--store <file>] [--preview] [--items <n>] <file>

    ARGUMENTS:
      <file>                  The file to make; one that is there is never replaced.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "check": #"""
    OVERVIEW: Look through the whole store for damage.

    Without damage it prints one line; with damage it says what is wrong, with the
    exit status 65.

    USAGE: docket check [--store <file>] [--preview] [--items <n>]

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "recover": #"""
    OVERVIEW: Salvage what can be read of a damaged store into a new file.

    The damaged store is left as it is; nothing may write to it meanwhile. The new
    file is a store: look at it with --store FILE. To use it, move the damaged one
    away together with the files beside it whose names end in -wal and -shm, and
    move the new one to its place. It says how much was salvaged; where something
    could not be read, the exit status is 65. Sub-items of lost items become items
    of their own.

    USAGE: docket recover [--store <file>] [--preview] [--items <n>] <file>

    ARGUMENTS:
      <file>                  The file to make; one that is there is never replaced.

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "info": #"""
    OVERVIEW: Show the store's path, its size, and how many items it has.

    USAGE: docket info [--store <file>] [--preview] [--items <n>]

    OPTIONS:
      --store <file>          The store to use, instead of $DOCKET_STORE or the
                              usual place.
      --preview               Use items in memory for a try-out; no file is touched.
      --items <n>             How many items the preview has; 24 unless given.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
    "config": #"""
    OVERVIEW: Check the configuration file, or print what holds.

    The file is $XDG_CONFIG_HOME/docket/config.toml, else
    ~/.config/docket/config.toml. Without --print it says whether the file can be
    understood. What --print writes is a whole file, each option below what it is
    for.

    USAGE: docket config [--print]

    OPTIONS:
      --print                 Print the configuration that holds, with comments.
      --version               Show the version.
      -h, --help              Show help information.
    """#,
  ]
}
