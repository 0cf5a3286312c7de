import Foundation
import Testing

/// What the shells offer of a store, in the shells themselves.
@Suite("Completion of what the store knows", .takesTurns)
struct ItemCompletionTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
    try FileManager.default.createDirectory(atPath: directory.file("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("bin/docket"), withDestinationPath: DocketProcess.binary)
  }

  private static let shells = ["bash", "zsh", "fish"].filter(CompletionTests.isInstalled)

  /// A store with a few items.
  private func fill() async throws {
    try await docket.run("add", "Buy milk", "--tag", "home,Hobby", "--list", "Groceries")
    try await docket.run("add", "Write a report", "--tag", "work", "--list", "Big plans")
    try await docket.run("add", "Rest", "--list", "work.api")
    try await docket.run("done", "3")
  }

  /// Saves a filter in the list, which has the store's own.
  private func save(_ query: String, as name: String) async throws {
    let list = try await ListTerminal(["--filter", query], in: directory)
    try await list.terminal.press("F")
    try await list.waitFor("Filter name:")
    try await list.terminal.type(name)
    try await list.terminal.press("Enter")
    try await list.waitFor("docket · \(name)")
  }

  @Test(arguments: shells) func namesAndNumbersAreCompleted(_ shell: String) async throws {
    try await fill()
    try directory.configure("[filters]\nchores = \"#home is:open\"\n")
    try await save("#work is:open", as: "reports")
    let terminal = try await ShellTerminal(shell, in: directory)
    let cases = [
      ("docket add x --tag wo", "docket add x --tag work "),
      ("docket update 1 --tag -wo", "docket update 1 --tag -work "),
      ("docket add x --list Gro", "docket add x --list Groceries "), ("docket reopen ", "docket reopen 3 "),
      ("docket list list:Gro", "docket list list:Groceries "), ("docket list is:ove", "docket list is:overdue "),
      ("docket list prio:\\>=hi", "docket list prio:\\>=high "), ("docket list sort:-cr", "docket list sort:-created "),
      ("docket list upd", "docket list updated:"), ("docket --filter is:tod", "docket --filter is:today "),
      ("docket add x --after 1,", "docket add x --after 1,"), ("docket sync stat", "docket sync status "),
      ("docket help rem", "docket help remind "),
      ("docket --filter ove", "docket --filter overdue "), ("docket --filter repo", "docket --filter reports "),
      ("docket list --filter chor", "docket list --filter chores "),
      ("docket done --where is:ove", "docket done --where is:overdue "),
      ("docket done --where is:rea", "docket done --where is:ready "),
      ("docket delete --where list:Gro", "docket delete --where list:Groceries "),
    ]
    // For fish a word with a dash is an option.
    for (typed, completed) in cases where shell != "fish" || !typed.hasSuffix("-wo") {
      let line = try await terminal.line(after: typed)
      // Who quotes a character that needs no quoting is not wrong.
      #expect(
        line.replacing("\\>", with: ">").replacing("'", with: "") == completed.replacing("\\>", with: ">"), "\(typed)")
    }
    // A blank in a name is quoted in some way.
    let list = try await terminal.line(after: "docket add x --list Big")
    #expect(["Big\\ plans ", "'Big plans' "].contains { list == "docket add x --list " + $0 }, "\(list)")
  }

  @Test(arguments: shells) func titlesExplainTheNumbers(_ shell: String) async throws {
    try await fill()
    let terminal = try await ShellTerminal(shell, in: directory)
    let screen = try await terminal.offers(after: "docket done ") { $0.contains("Buy milk") }
    #expect(screen.contains("Write a report") && !screen.contains("Rest"), "\(screen)")
  }

  @Test(arguments: shells) func aMarkAloneBetweenQuotationMarksIsCompleted(_ shell: String) async throws {
    try await fill()
    for (typed, offered) in [
      ("docket add x '#", ["#home", "#work"]), ("docket list '#", ["#home", "#work"]),
      ("docket list 'list:", ["list:Groceries", "list:work.api"]), ("docket list 'is:", ["is:overdue", "is:blocked"]),
    ] {
      let terminal = try await ShellTerminal(shell, in: directory)
      let screen = try await terminal.offers(after: typed) { screen in offered.allSatisfy(screen.contains) }
      #expect(!screen.contains("may be repeated"), "\(typed): \(screen)")
    }
  }

  @Test func fishSaysNothingOfATagButItsName() async throws {
    try await fill()
    let tags = try await docket.script("SAP_SHELL=fish docket ---completion add -- --tag 4 0 docket add x --tag ''")
      .text
    #expect(tags == "Hobby\t\nhome\t\nwork\t\n")
  }

  @Test func whatDoesNotRepeatIsNotOfferedToSkip() async throws {
    try await fill()
    try await docket.run("add", "Water", "--due", "2031-05-06", "--every", "week")
    for (command, typed) in [("skip", ""), ("end", ""), ("skip", "4"), ("skip", "1")] {
      let answer = try await docket.script(
        "SAP_SHELL=zsh docket ---completion \(command) -- positional@0 2 \(typed.count) docket \(command) '\(typed)'"
      ).text
      #expect(
        answer.trimmingCharacters(in: .whitespacesAndNewlines) == (typed == "1" ? "" : "=4:Water"),
        "\(command) \(typed): \(answer)")
    }
  }

  /// Names that would do harm if a shell expanded, or a terminal obeyed them.
  private static let hostile = [
    "$(>pwned)", "`>pwned`", "a;>pwned", "a|>pwned", "a&>pwned", "'>pwned'", "\">pwned\"", "\\>pwned", "!!", "{a..b}",
    "*",
    "~root", "-rf", "--store", "a\"$(>pwned)\"", "a'$(>pwned)'", "$HOME", "#x", "a>pwned", "<(>pwned)", "%s", "a:b",
    "[x]", "^a^b",
  ]

  @Test(arguments: shells) func hostileNamesAreInsertedAsTheyAreAndRunNothing(_ shell: String) async throws {
    // With an exclamation mark zsh is offered nothing.
    for name in Self.hostile where shell != "zsh" || !name.contains("!") {
      let store = directory.file("store.sqlite")
      for file in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + file) }
      try await docket.run("add", "x", "--tag", "zz" + name)
      let terminal = try await ShellTerminal(shell, in: directory)
      try await terminal.run(completing: "docket add y --literal --tag zz")
      let tags = try await docket.run("list", "--json", "y").text
      let expected = String(decoding: try JSONEncoder().encode("zz" + name), as: UTF8.self).replacing("\\/", with: "/")
      #expect(tags.contains("\"tags\":[\(expected)]"), "\(name): \(tags)")
      #expect(!FileManager.default.fileExists(atPath: directory.file("pwned")), "\(name)")
    }
  }

  @Test(arguments: shells) func hostileTitlesReachNoTerminal(_ shell: String) async throws {
    try await ListedTitles.write(
      ["$(>pwned)\u{1b}]0;pwned\u{7}", "`>pwned`\n>pwned\r\u{9b}31m", "\u{202e}%F{red}\\:x:y\t\u{1b}[2J"], in: directory
    )
    let terminal = try await ShellTerminal(shell, in: directory)
    let screen = try await terminal.offers(after: "docket done ") { $0.contains("$(>pwned)") }
    #expect(screen.contains("docket done"), "\(screen)")
    #expect(!FileManager.default.fileExists(atPath: directory.file("pwned")))
    let request = "---completion done -- positional@0 2 0 docket done ''"
    for name in Self.shells {
      let bytes = try await docket.script(
        "SAP_SHELL=\(name) DOCKET_COMP_LINE='docket done ' DOCKET_COMP_TYPE=9 docket \(request)")
      let text = bytes.text.filter { $0 != "\n" && $0 != "\t" }
      #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(name): \(bytes.text)")
      #expect(bytes.text.split(separator: "\n").count == (name == "zsh" ? 4 : 3))
    }
  }

  @Test func whatBashGetsMeansTheNameWhateverStandsBefore() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededBytes(seed: seed)
    // The last two join what stands beside them, for which no shell cares.
    let characters = Array("ab#\"\\()=-:<>'$`!.~*?[]{};&|^%@+é漢") + ["\u{0D4E}", "\u{301}"]
    let names = Set(
      (0..<60).map { _ in
        // An accent on it would make the first letter another one.
        let second = characters.dropLast().randomElement(using: &random) ?? "x"
        return "q" + String([second] + (0..<4).map { _ in characters.randomElement(using: &random) ?? "x" })
      })
    let items = names.map { ["title": "t", "tags": [$0]] as [String: Any] }
    try directory.write(try JSONSerialization.data(withJSONObject: items), to: "items.json")
    #expect(try await docket.run("import", "items.json").status == 0)
    for start in ["q", "'q", "\"q"] {
      let quote = ["'": "\"'\"", "\"": "'\"'"][start.dropLast()] ?? "''"
      let result = try await docket.script(
        """
        set +e
        export SAP_SHELL=bash DOCKET_COMP_BREAKS=$' \\t\\n"\\'@><=;|&(:'
        export DOCKET_COMP_LINE=$(cat <<'END'
        docket add x --tag \(start)
        END
        )
        docket ---completion add -- --tag 4 0 docket add x --tag "$DOCKET_COMP_LINE" | while IFS= read -r line; do
          eval "printf '%s\\n' "$(printf '%s' \(quote))"${line:1}"$(printf '%s' \(quote))
        done
        """)
      #expect(
        Set(result.text.split(separator: "\n").map(String.init)) == names, "\(start), seed \(seed): \(result.error)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func nothingIsCreatedMigratedOrSaid(_ shell: String) async throws {
    let requests = [
      "done -- positional@0 2 0 docket done ''", "add -- --tag 3 0 docket add --tag ''",
      "list -- positional@0 2 0 docket list ''", "-- --filter 2 0 docket --filter ''",
      "done -- positional@9 2 0 docket done", "nonsense -- positional@0", "list -- --nothing 1 0 docket",
      "done -- positional@0 x y docket", "", "--",
    ]
    func ask(_ words: String) async throws -> DocketProcess.Result {
      try await docket.script("SAP_SHELL=\(shell) DOCKET_COMP_LINE='docket done ' docket ---completion \(words)")
    }
    for request in requests {
      let result = try await ask(request)
      #expect(result.status == 0 && result.error.isEmpty, "\(request): \(result.error)")
    }
    #expect(try directory.contents() == ["bin", "bin/docket", "home"])

    try await fill()
    let before = try directory.bytes(of: "store.sqlite")
    for request in requests { #expect(try await ask(request).error.isEmpty) }
    #expect(try directory.bytes(of: "store.sqlite") == before)
    #expect(try directory.contents() == ["bin", "bin/docket", "home", "store.sqlite"])

    // A store of another version, and no store at all.
    _ = try await SQLiteShell.run(
      "UPDATE openswiftdata_metadata SET value = '99.0.0' WHERE key = 'schema_version'; DELETE FROM openswiftdata_metadata WHERE key = 'schema_fingerprint'",
      on: directory.file("store.sqlite"))
    let other = try directory.bytes(of: "store.sqlite")
    for request in requests { #expect(try await ask(request).error.isEmpty) }
    #expect(try directory.bytes(of: "store.sqlite") == other)
    try directory.write(Array("no store".utf8), to: "store.sqlite")
    for request in requests { #expect(try await ask(request).error.isEmpty) }
    #expect(try directory.contents() == ["bin", "bin/docket", "home", "store.sqlite"])
  }
}

// MARK: - Shells

/// An interactive shell in a real terminal, with the completions of `docket`.
final class ShellTerminal: Sendable {
  private let terminal: TmuxTerminal
  private let directory: TemporaryDirectory
  private let shell: String

  init(_ shell: String, in directory: TemporaryDirectory) async throws {
    (self.shell, self.directory) = (shell, directory)
    let folder = directory.path
    let start = Self.start[shell] ?? ""
    try directory.write(Array(start.utf8), to: "start.\(shell)")
    try? FileManager.default.createDirectory(atPath: directory.file("home"), withIntermediateDirectories: true)
    let options =
      ["bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["--no-config", "-i"]][shell] ?? []
    terminal = try await TmuxTerminal(
      ["/usr/bin/" + shell] + options, columns: 100, rows: 30,
      environment: [
        "HOME": folder + "/home", "PATH": folder + "/bin:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
        "DOCKET_STORE": folder + "/store.sqlite",
      ], workingDirectory: folder)
    try await terminal.type(shell == "fish" ? "source start.fish" : ". ./start.\(shell)")
    try await terminal.press("Enter")
    try await terminal.waitUntil { $0.text.contains("shell is ready") }
  }

  /// Loads the completions, and binds a key that writes the line to a file.
  private static let start = [
    "bash": """
    PS1='$ '; HISTFILE=; . <(docket --generate-completion-script bash)
    bind 'set bell-style none'; bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'
    dump() { printf '%s' "$READLINE_LINE" > line.new; READLINE_LINE=; mv line.new line; }
    bind -x '"\\C-x\\C-w": dump'
    printf 'shell is %s\\n' ready

    """,
    "zsh": """
    PS1='$ '; autoload -U compinit; compinit -D -u; . <(docket --generate-completion-script zsh)
    setopt no_beep; setopt list_ambiguous
    dump() { print -rn -- "$BUFFER" > line.new; BUFFER=; mv line.new line; }
    zle -N dump; bindkey '^X^W' dump
    print 'shell is' ready

    """,
    "fish": """
    function fish_prompt; echo '$ '; end
    function fish_greeting; end
    docket --generate-completion-script fish | source
    function dump; commandline -b > line.new; commandline -f cancel; commandline -r ''; mv line.new line; end
    bind \\cx\\cw dump
    echo 'shell is' ready

    """,
  ]

  /// The line after some text was typed and Tab was pressed.
  func line(after typed: String) async throws -> String {
    try? FileManager.default.removeItem(atPath: directory.file("line"))
    try await terminal.type(typed)
    try await terminal.press("Tab")
    try await terminal.press("C-x", "C-w")
    let directory = directory
    let line = try await waitUntil { try? directory.bytes(of: "line") }
    // A menu is left before the line; not by an interrupt: that would drop what is typed next, or end its completion.
    if shell == "zsh" { try await terminal.press("C-g") }
    return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// What is on the screen after some text was typed and Tab was pressed.
  func offers(after typed: String, until condition: (String) -> Bool) async throws -> String {
    try await terminal.type(typed)
    try await terminal.press("Tab")
    return try await terminal.waitUntil { condition($0.text) }.text
  }

  /// Types the beginning of a command, lets it be completed, and runs it.
  func run(completing typed: String) async throws {
    try await terminal.type(typed)
    try await terminal.press("Tab")
    try await terminal.type(shell == "fish" ? "; echo ran (echo it)" : "; echo ran $(echo it)")
    try await terminal.press("Enter")
    try await terminal.waitUntil { $0.text.contains("ran it") }
  }
}
