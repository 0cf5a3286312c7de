import Foundation
import Testing

/// Commands of one's own, hooks and reminders in the list.
@Suite("Programs and the list", .takesTurns)
struct OwnCommandTests {
  let home: HookHome

  init() throws { home = try HookHome() }

  private func open(columns: Int = 80, _ titles: [String] = []) async throws -> ListTerminal {
    for title in titles { try await home.docket.run("add", "--literal", "--", title) }
    return try await ListTerminal(in: home.directory, columns: columns, rows: 16)
  }

  private func configure(_ text: String) throws { try home.directory.configure(text) }

  @Test func getWhatIsSelectedOnTheirKeyAndSayTheirFirstLine() async throws {
    let script = try home.script(
      "own",
      "tr '\\0' '\\n' < /proc/$$/cmdline > '\(home.directory.file("words"))'; cat > '\(home.log)'; printf 'posted \\033[31m it\\nmore\\n'"
    )
    try configure("[commands.post]\nrun = \"\(script)\"\nkey = \"B\"\ntitle = \"post\"\nhelp = \"post the items\"\n")
    let hostile = "$(touch '\(home.directory.file("pwned"))') -rf"
    let list = try await open(["One", hostile])
    try await list.terminal.press("*", "B")
    try await list.terminal.waitUntil { $0.contains("post: posted ") && $0.contains("[31m it") }
    let items = try JSONDecoder().decode([HookHome.Item].self, from: home.directory.bytes(of: "hooks.log"))
    #expect(items.map(\.title) == ["One", hostile])
    #expect(try !home.text(of: "words").contains("touch"))
    #expect(try !home.directory.contents().contains("pwned"))
  }

  @Test func areInThePaletteAndInTheHelp() async throws {
    try configure("[commands.post]\nrun = \"true\"\nkey = \"B\"\ntitle = \"post it\"\nhelp = \"post the items\"\n")
    let list = try await open(["One"])
    try await list.terminal.press(":")
    try await list.terminal.type("post it")
    try await list.terminal.waitUntil { $0.lines.contains { $0.contains("post it") && $0.contains("B") } }
    try await list.terminal.press("Enter")
    try await list.waitFor("post it: done")
    try await list.terminal.press("?", "/")
    try await list.terminal.type("post")
    try await list.waitFor("post the items")
  }

  @Test func sayWhyTheyFail() async throws {
    try configure(
      "[commands.a]\nrun = \"/nowhere\"\nkey = \"B\"\n[commands.b]\nrun = [\"sh\", \"-c\", \"printf 'no\\\\033[31m'; exit 3\"]\nkey = \"M\"\n"
    )
    let list = try await open(["One"])
    try await list.terminal.press("B")
    try await list.waitFor("a: there is no program “/nowhere”")
    try await list.terminal.press("M")
    try await list.waitFor("b: “sh” failed with status 3, “no␛[31m”")
  }

  /// It has the terminal, and the items on its input.
  @Test func getTheTerminalIfTheyAskForIt() async throws {
    let script = try home.script(
      "own",
      "tr '\\0' '\\n' < /proc/$$/cmdline > '\(home.directory.file("words"))'\n"
        + "for fd in /proc/$$/fd/*; do readlink $fd; done > '\(home.directory.file("fds"))'\n"
        + "cat > '\(home.log)'; echo 'Press a key'; head -c 1 < /dev/tty > /dev/null")
    try configure("[commands.look]\nrun = \"\(script)\"\nkey = \"B\"\nterminal = true\n")
    let hostile = "$(touch '\(home.directory.file("pwned"))') -rf"
    let list = try await open([hostile])
    try await list.terminal.press("B")
    try await list.waitFor("Press a key")
    try await list.terminal.press("Enter")
    try await list.waitFor("? help")
    let items = try JSONDecoder().decode([HookHome.Item].self, from: home.directory.bytes(of: "hooks.log"))
    #expect(items.map(\.title) == [hostile])
    #expect(try !home.text(of: "words").contains("touch"))
    #expect(try !home.directory.contents().contains("pwned"))
    // Beside the terminal and the items, the shell itself has its script open, and what it writes to.
    let files = try home.text(of: "fds").split(separator: "\n")
    #expect(files.count >= 3)
    for file in files { #expect(file.contains(/^\/dev\/|^pipe:|\/(own|fds)$|\(deleted\)$/), "\(file)") }
    #expect(!files.contains { $0.contains("sqlite") })
  }

  @Test func findTheStoreOfTheList() async throws {
    try configure("[commands.more]\nrun = [\"\(DocketProcess.binary)\", \"add\", \"More\"]\nkey = \"B\"\n")
    let other = home.directory.file("other.sqlite")
    try await home.docket.run("--store", other, "add", "One")
    let list = try await ListTerminal(["--store", other], in: home.directory, columns: 80)
    try await list.terminal.press("B")
    try await list.terminal.waitUntil { $0.contains("More") && $0.contains("more: 2") }
  }

  // MARK: - Hooks

  @Test func hooksRunForTheListAndForOtherProcesses() async throws {
    try home.configure(home.logger())
    let list = try await open()
    try await list.add("From the list")
    try await waitForCalls(1, list)
    try await list.command.run("add", "From a command")
    try await list.waitFor("From a command")
    try await waitForCalls(2, list)
    try await list.terminal.press("Space")
    try await waitForCalls(3, list)
    try await list.terminal.press("p")
    try await waitForCalls(4, list)
    try await list.terminal.press("d")
    try await waitForCalls(5, list)
    try await home.docket.run("hooks")
    let calls = try home.calls()
    #expect(calls.map(\.event) == ["added", "added", "done", "changed", "deleted"])
    #expect(calls.dropFirst(2).allSatisfy { $0.items.map(\.title) == ["From the list"] })
  }

  private func waitForCalls(_ count: Int, _ list: ListTerminal) async throws {
    let screen = Shared("")
    try await waitUntil(or: { "\((try? home.calls()) ?? [])\n" + screen.withLock(\.self) }) {
      if try home.calls().count == count { return true }
      let text = try await list.terminal.screen().lines.joined(separator: "\n")
      screen.withLock { $0 = text }
      return nil
    }
  }

  @Test func failuresOfHooksAreANotice() async throws {
    // A notice is shown for some seconds only.
    let script = try home.script(
      "hook", "until [ -e '\(home.directory.file("go"))' ]; do sleep 0.05; done; echo no; exit 3")
    try home.configure(script)
    let list = try await open(columns: 100)
    try await list.add("One")
    try home.directory.write([UInt8](), to: "go")
    try await list.waitFor("failed with status 3, “no”")
  }

  @Test func theListEndsThoughAHookGoesOn() async throws {
    let script = try home.script(
      "hook", "cd '\(home.directory.path)'; echo > begun; until [ -e go ]; do sleep 0.05; done; echo > ended")
    try home.configure(script)
    let list = try await open()
    try await list.add("One")
    try await home.wait(for: "begun")
    try await list.terminal.press("q")
    #expect(try await list.terminal.exitStatus() == 0)
    #expect(!FileManager.default.fileExists(atPath: home.directory.file("ended")))
    try home.directory.write(Data(), to: "go")
    try await home.wait(for: "ended")
  }

  @Test func aPreviewRunsNoHooksAndNoCommands() async throws {
    let hook = try home.logger()
    let script = try home.script("own", "echo > '\(home.directory.file("ran"))'")
    try configure("[hooks]\nadded = \"\(hook)\"\n[commands.post]\nrun = \"\(script)\"\nkey = \"B\"\n")
    let list = try await ListTerminal(["--preview"], in: home.directory, columns: 80, rows: 16)
    try await list.waitFor("Renew")
    try await list.add("One")
    try await list.terminal.press("B")
    try await list.waitFor("post: commands of your own don't run in a preview")
    try await list.terminal.press("q")
    #expect(try await list.terminal.exitStatus() == 0)
    // Whatever were left to run would run now.
    #expect(try await home.docket.run("hooks").status == 0)
    #expect(try home.calls().isEmpty && !FileManager.default.fileExists(atPath: home.directory.file("ran")))
  }

  // MARK: - Reminders

  @Test func whatBecomesDueIsANoticeAndRings() async throws {
    try configure("[remind]\nbell = true\n")
    let list = try await open()
    #expect(try await hasRung(list) == false)
    let due = Date(timeIntervalSinceNow: 3).formatted(.iso8601)
    try home.directory.write(Data("[{\"title\":\"Call\",\"due\":\"\(due)\"}]".utf8), to: "item.json")
    try await list.command.run("import", home.directory.file("item.json"))
    try await list.waitFor("due now: “Call”")
    try await waitUntil(or: { "nothing rings" }) { try await hasRung(list) ? true : nil }
  }

  /// Whether a bell has come to the terminal, which nobody looks at.
  private func hasRung(_ list: ListTerminal) async throws -> Bool {
    try await list.terminal.tmux(["display-message", "-p", "#{window_bell_flag}"]) == "1\n"
  }
}
