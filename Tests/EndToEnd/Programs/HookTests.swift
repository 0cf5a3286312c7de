import Foundation
import Testing

@Suite("Hooks", .takesTurns)
struct HookTests {
  let home: HookHome

  init() throws { home = try HookHome() }

  private var docket: DocketProcess { home.docket }

  @Test func runOnceForEachChange() async throws {
    try home.configure(home.logger())
    try await docket.run("add", "One")
    _ = try await home.calls(withItems: 1)
    try await docket.run("update", "1", "--title", "Uno")
    _ = try await home.calls(withItems: 2)
    try await docket.run("done", "1")
    _ = try await home.calls(withItems: 3)
    try await docket.run("reopen", "1")
    _ = try await home.calls(withItems: 4)
    try await docket.run("delete", "1")
    _ = try await home.calls(withItems: 5)
    try await docket.run("undo")
    let calls = try await home.calls(withItems: 6)
    #expect(calls.map(\.event) == ["added", "changed", "done", "changed", "deleted", "added"])
    #expect(calls.map { $0.items.map(\.id) } == [[1], [1], [1], [1], [1], [1]])
    #expect(calls.map { $0.items.first?.title } == ["One", "Uno", "Uno", "Uno", "Uno", "Uno"])
    #expect(calls.dropFirst(2).first?.items.first?.state == "done")
  }

  /// A sub-item, a tag and a blocker change one item, not those at the other end.
  @Test func runForWhatWasChangedOnly() async throws {
    try await docket.run("add", "Parent")
    try await docket.run("add", "Other")
    try home.configure(home.logger())
    try await docket.run("add", "Child", "--parent", "1", "--tag", "x", "--after", "2")
    let calls = try await home.calls(withItems: 1)
    #expect(calls.map(\.event) == ["added"])
    #expect(calls.first?.items.map(\.id) == [3])
  }

  @Test func beginWithWhatIsDoneOnceTheyAreConfigured() async throws {
    try await docket.run("add", "Before")
    try home.configure(home.logger())
    try await docket.run("add", "After")
    let calls = try await home.calls(withItems: 1)
    #expect(calls.flatMap(\.items).map(\.title) == ["After"])
  }

  @Test func doNotRunInAPreview() async throws {
    try home.configure(home.logger())
    #expect(try await docket.run("--preview", "add", "One").status == 0)
    #expect(try await docket.run("--preview", "hooks").status == 64)
    #expect(try home.calls().isEmpty)
    #expect(try !home.directory.contents().contains { $0.contains("state") })
  }

  /// Promise 39: what people write is in the input only, whatever it is.
  @Test func neverHaveTextOfItemsInTheirCommandLineOrEnvironment() async throws {
    let titles = [
      "$(touch pwned)", "`touch pwned`", "'); touch pwned; ('", "-rf", "\u{1B}]52;c;cHduZWQ=\u{7}", "a\nb\tc",
      "\u{202E}txt",
    ]
    let script = try home.script(
      "hook", "tr '\\0' '\\n' < /proc/$$/cmdline > words; env > variables; cat > items-$$; echo >> ended")
    try home.configure("/bin/true")
    let configuration = "[hooks]\nadded = [\"/bin/sh\", \"-c\", \"cd '\(home.directory.path)' && exec '\(script)'\"]\n"
    try home.directory.configure(configuration)
    for title in titles { #expect(try await docket.run("add", "--literal", "--", title).status == 0) }
    try await waitUntil { try home.text(of: "ended").utf8.count == titles.count ? true : nil }
    try await docket.run("hooks")
    let files = try home.directory.contents()
    let got = try files.filter { $0.hasPrefix("items-") }.flatMap {
      try JSONDecoder().decode([HookHome.Item].self, from: home.directory.bytes(of: $0)).compactMap(\.title)
    }
    #expect(Set(got) == Set(titles))
    for title in titles {
      #expect(try !home.text(of: "variables").contains(title))
      #expect(try !home.text(of: "words").contains(title))
    }
    #expect(!files.contains("pwned") && !FileManager.default.fileExists(atPath: home.directory.file("home/pwned")))
  }

  /// Promise 40.
  @Test func inheritThreeDescriptorsAndNoBlockedSignal() async throws {
    // The shell reads its masks itself: while it waits for a program it has others.
    let script = try home.script(
      "hook",
      "while read -r name value; do case $name in SigBlk:|SigIgn:) echo $value;; esac; done < /proc/$$/status > signals\n"
        + "ls /proc/$$/fd > fds; ps -o pgid= -p $$ > group; echo $$ > pid")
    try home.directory.configure(
      "[hooks]\nadded = [\"/bin/sh\", \"-c\", \"cd '\(home.directory.path)' && . '\(script)'\"]\n")
    try await docket.run("add", "One")
    try await home.wait(for: "pid")
    try await docket.run("hooks")
    // The shell itself has the file open that it writes to.
    #expect(
      try Set(home.text(of: "fds").split(separator: "\n").compactMap { Int($0) }.filter { $0 < 10 }) == [0, 1, 2])
    let signals = try home.text(of: "signals").split(separator: "\n").compactMap { UInt64($0, radix: 16) }
    // 32 and 33 are the C library's own, which it has ignored in what it starts.
    #expect(signals.count == 2 && signals.allSatisfy { $0 & ~0x1_8000_0000 == 0 }, "\(signals)")
    let (group, pid) = (try home.text(of: "group"), try home.text(of: "pid"))
    #expect(group.filter(\.isNumber) == pid.filter(\.isNumber))
  }

  @Test func runOnceAndOneAtATimeThoughManyProcessesChangeThings() async throws {
    let script = try home.script(
      "hook",
      "mkdir '\(home.directory.file("busy"))' || echo two >> '\(home.directory.file("overlaps"))'\n"
        + "{ printf '%s ' \"$DOCKET_HOOK\"; tr '\\n' ' '; echo; } >> '\(home.log)'\n"
        + "rmdir '\(home.directory.file("busy"))'")
    try home.configure(script)
    try await docket.run("add", "First")
    let (processes, each) = (4, Effort.choose(10, long: 100))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for process in 0..<processes {
        group.addTask {
          for number in 0..<each { try await home.docket.run("add", "Item \(process).\(number)") }
        }
      }
      try await group.waitForAll()
    }
    let calls = try await home.calls(withItems: processes * each + 1)
    let ids = calls.flatMap(\.items).map(\.id)
    #expect(ids.sorted() == Array(1...(processes * each + 1)))
    #expect(calls.allSatisfy { $0.event == "added" })
    #expect(!FileManager.default.fileExists(atPath: home.directory.file("overlaps")))
  }

  @Test func getManyItemsInPortions() async throws {
    try await docket.run("list")
    try home.configure(home.logger())
    let items = (1...2_500).map { "{\"title\":\"Item \($0)\"}" }.joined(separator: ",")
    try home.directory.write(Data("[\(items)]".utf8), to: "items.json")
    #expect(try await docket.run("import", home.directory.file("items.json")).status == 0)
    let calls = try await home.calls(withItems: 2_500)
    #expect(calls.map { $0.items.count } == [1_000, 1_000, 500])
    #expect(Set(calls.flatMap(\.items).map(\.id)).count == 2_500)
  }

  /// At least once: what was killed while it ran runs again, and never two at a time.
  @Test func runAgainWhenTheirRunnerWasKilled() async throws {
    let script = try home.script(
      "hook",
      "cd '\(home.directory.path)'; echo $$ >> begun; until [ -e go ]; do sleep 0.05; done\n"
        + "{ printf '%s ' \"$DOCKET_HOOK\"; tr '\\n' ' '; echo; } >> '\(home.log)'")
    try home.configure("/bin/true")
    try await docket.run("add", "Zero")
    try await docket.run("hooks")
    try home.configure(script)
    try await docket.run("add", "One")
    let hook = try await home.number(in: "begun")
    let runner = try #require(ProcessTable.parent(of: hook))
    kill(runner, SIGKILL)
    let again = try docket.start(
      bytes: [Array("hooks".utf8)], output: .file("/dev/null"), error: .file(home.directory.file("errors")))
    try await waitUntil { try home.text(of: "begun").split(separator: "\n").count == 2 ? true : nil }
    // The first one is gone, so that it can't go on beside the second.
    try await waitUntil { ProcessTable.isRunning(hook) ? nil : true }
    try home.directory.write(Data(), to: "go")
    #expect(await again.wait() == .exited(0))
    let calls = try home.calls()
    #expect(calls.flatMap(\.items).map(\.title) == ["One"])
    try await docket.run("hooks")
    #expect(try home.calls() == calls)
  }

  /// A portion that is done is done, also when what follows is killed.
  @Test func goOnAfterThePortionThatWasDone() async throws {
    let script = try home.script(
      "hook",
      "cd '\(home.directory.path)'; if [ -s '\(home.log)' ] && [ ! -e go ]; then echo $$ > second; until [ -e go ]; do sleep 0.05; done; fi\n"
        + "{ printf '%s ' \"$DOCKET_HOOK\"; tr '\\n' ' '; echo; } >> '\(home.log)'")
    try await docket.run("list")
    try home.configure(script)
    let items = (1...1_500).map { "{\"title\":\"Item \($0)\"}" }.joined(separator: ",")
    try home.directory.write(Data("[\(items)]".utf8), to: "items.json")
    try await docket.run("import", home.directory.file("items.json"))
    let hook = try await home.number(in: "second")
    kill(try #require(ProcessTable.parent(of: hook)), SIGKILL)
    try home.directory.write(Data(), to: "go")
    let calls = try await home.calls(withItems: 1_500)
    // The orphan may have finished before it was ended: then the second portion came twice, the first one never.
    let first = calls.flatMap(\.items).filter { $0.id <= 1_000 }
    #expect(first.count == 1_000)
    #expect(Set(calls.flatMap(\.items).map(\.id)).count == 1_500)
  }

  @Test func areEndedWithAllTheyStartedWhenTheyTakeTooLong() async throws {
    let script = try home.script(
      "hook", "cd '\(home.directory.path)'; sleep 1000 & echo $! > sleeper; trap '' TERM; wait; wait; sleep 1000")
    try home.configure(script, timeout: 0.5)
    // What it said to a file would be said there.
    try await docket.shell("\"$@\" 2>&1 | cat").run("add", "One")
    let sleeper = try await home.number(in: "sleeper")
    try await waitUntil { ProcessTable.isRunning(sleeper) ? nil : true }
    let late = try await docket.run("hooks")
    #expect(late.status == 74, "\(late)")
    #expect(late.error.contains("took longer than"))
    // It was said; nothing runs it again.
    #expect(try await docket.run("hooks").status == 0)
  }

  @Test(arguments: [
    ("/nowhere/at/all", "there is no program “/nowhere/at/all”"), ("no-such-program-here", "there is no program"),
    ("/etc/passwd", "can't be run, permission denied"),
    ("/bin/false", "“/bin/false” failed with status 1"),
  ])
  func sayWhyTheyFail(_ program: String, _ words: String) async throws {
    try home.configure("/bin/true")
    try await docket.run("add", "Zero")
    try await docket.run("hooks")
    try home.configure(program)
    // The runner of the first one may do the work of both.
    let files = ["one", "two"]
    for name in files {
      let words = ["add", name].map { Array($0.utf8) }
      #expect(try await docket.run(bytes: words, error: .file(home.directory.file(name))).status == 0)
    }
    func lines() throws -> [Substring] { try files.flatMap { try home.text(of: $0).split(separator: "\n") } }
    try await waitUntil(or: { "\((try? lines()) ?? [])" }) { try lines().count == files.count ? true : nil }
    #expect(try lines().allSatisfy { $0.hasPrefix("docket: the hook “added”: ") && $0.contains(words) })
  }

  /// Not only when one of them should have run.
  @Test func thatAreNotThereAreSaidByTheCheckAndByTheListAtItsStart() async throws {
    try home.configure("/no/such/program")
    try home.directory.write(Data(), to: "plain")
    try await docket.run("add", "One")
    _ = try await docket.run("hooks")
    let check = try await docket.run("check")
    #expect(check.status == 0 && check.text.hasSuffix(": no damage found\n"))
    let remedy = "install it, make it executable, or correct its line in the configuration"
    #expect(check.error.contains("docket: there is no program “/no/such/program”: hooks.added: \(remedy)\n"))
    #expect(check.error.split(separator: "\n").count == 4)
    let list = try await ListTerminal(in: home.directory, columns: 100)
    try await list.waitFor("hooks.added: there is no program “/no/such/program”, and 3 more")
    try home.configure(home.directory.file("plain"))
    #expect(try await docket.run("check").error.contains("can't be run, permission denied: hooks.added: "))
    try home.configure("/bin/true")
    #expect(try await docket.run("check").error.isEmpty)
  }

  /// A pipe's reader waits for its end, so there the next command says it.
  @Test func failToAPipeWithoutHoldingItOpen() async throws {
    try home.configure("/bin/false")
    let script = "\"$@\" 2>&1 | cat"
    #expect(try await docket.shell(script).run("add", "One").text == "1\n")
    try await waitUntil {
      let files = try home.directory.contents()
      return files.contains { $0.hasSuffix(".failures") } ? true : nil
    }
    try home.configure("/bin/true")
    let said = try await docket.run("add", "Two")
    #expect(said.error.hasPrefix("docket: the hook “added”: “/bin/false” failed with status 1: "))
    #expect(try await docket.run("add", "Three").error.isEmpty)
  }

  /// Asked for by a person, they are waited for, whoever else waits.
  @Test func areWaitedForThoughAnotherProcessWaits() async throws {
    let script = try home.script(
      "hook", "cd '\(home.directory.path)'; echo $$ > begun; until [ -e go ]; do sleep 0.05; done; echo >> ended")
    try home.configure(script)
    try await docket.run("add", "One")
    _ = try await home.number(in: "begun")
    // The first of these waits for its turn, the others for the first.
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<3 {
        let process = try docket.start(
          bytes: [Array("hooks".utf8)], output: .file("/dev/null"), error: .file(home.directory.file("errors")))
        group.addTask {
          #expect(await process.wait() == .exited(0))
          return FileManager.default.fileExists(atPath: home.directory.file("ended"))
        }
      }
      for number in 2...5 { try await docket.run("add", "Item \(number)") }
      try home.directory.write(Data(), to: "go")
      for try await hasEnded in group { #expect(hasEnded) }
    }
    try await docket.run("hooks")
    #expect(try home.text(of: "ended").utf8.count == 5)
  }

  /// Nobody reads the pipe of the list any more.
  @Test func failuresAreSaidByTheNextCommandIfTheListIsLeftBefore() async throws {
    try await docket.run("add", "One")
    let script = try home.script(
      "hook", "cd '\(home.directory.path)'; echo $$ > begun; until [ -e go ]; do sleep 0.05; done; exit 3")
    try home.configure(script)
    // Hooks begin with what comes from now on.
    try await docket.run("hooks")
    let list = try await ListTerminal(in: home.directory)
    try await list.waitFor("One")
    try await list.terminal.press("Space")
    _ = try await home.number(in: "begun")
    try await list.terminal.press("q")
    #expect(try await list.terminal.exitStatus() == 0)
    try home.directory.write(Data(), to: "go")
    let said = try await docket.run("hooks")
    #expect(said.status == 74 && said.error.contains("failed with status 3"), "\(said)")
    #expect(try await docket.run("hooks").status == 0)
  }

  @Test func letCommandsEndBeforeThem() async throws {
    let script = try home.script(
      "hook", "cd '\(home.directory.path)'; until [ -e go ]; do sleep 0.05; done; echo >> ended")
    try home.configure(script)
    for number in 1...5 { #expect(try await docket.run("add", "Item \(number)").status == 0) }
    #expect(!FileManager.default.fileExists(atPath: home.directory.file("ended")))
    try home.directory.write(Data(), to: "go")
    try await waitUntil { (try? home.text(of: "ended"))?.count == 5 ? true : nil }
  }

  /// Otherwise a hook that changes what it gets would run for ever.
  @Test func doNotRunForWhatTheyChangeThemselves() async throws {
    let script = try home.script(
      "hook",
      "{ printf '%s ' \"$DOCKET_HOOK\"; tr '\\n' ' '; echo; } >> '\(home.log)'\n"
        + "'\(DocketProcess.binary)' update 1 --tag +seen; '\(DocketProcess.binary)' update 1 --touch")
    try home.configure(script)
    try await docket.run("add", "One")
    let calls = try await home.calls(withItems: 1)
    #expect(calls.map(\.event) == ["added"])
    #expect(try await docket.run("list", "#seen", "--count").text == "1\n")
    // Undo takes it back all the same: it is the person's own step.
    #expect(try await docket.run("undo", "2").status == 0)
    let after = try await home.calls(withItems: 2)
    #expect(after.map(\.event).first == "added" && after.count > 1)
  }

  @Test func keepTheirStatePrivate() async throws {
    try home.configure("/bin/false")
    try await docket.shell("umask 000; \"$@\" 2>&1 | cat").run("add", "One")
    try await docket.run("hooks")
    #expect(try home.directory.permissions(of: "home/.local/state/docket") == 0o700)
    let files = try FileManager.default.contentsOfDirectory(atPath: home.directory.file("home/.local/state/docket"))
    #expect(!files.isEmpty)
    for file in files { #expect(try home.directory.permissions(of: "home/.local/state/docket/\(file)") == 0o600) }
  }

  // MARK: - Sync

  /// A real sync of two machines over a folder; the hooks are on the second.
  @Test func runOnceForWhatSyncBrings() async throws {
    let (a, b) = try await SyncedHome.pair(in: home.directory, ["One"], [])
    try home.configure(home.logger(), in: "b")
    // Hooks begin with what comes from now on.
    try await b.docket.run("hooks")
    try await a.docket.run("add", "Two")
    try await a.docket.run("add", "Three")
    try await a.docket.run("done", "1")
    try await a.sync()
    try await b.sync()
    try await waitUntil { try home.calls().flatMap(\.items).count >= 3 ? true : nil }
    try await b.sync()
    try await b.docket.run("hooks")
    let calls = try home.calls()
    let events = calls.flatMap { call in call.items.map { "\(call.event) \($0.title ?? "")" } }
    #expect(events.sorted() == ["added Three", "added Two", "done One"])
    for (number, words) in [["update", "2", "--title", "Zwei"], ["delete", "1"]].enumerated() {
      #expect(try await a.docket.run(bytes: words.map { Array($0.utf8) }).status == 0)
      try await a.sync()
      try await b.sync()
      try await waitUntil { try home.calls().flatMap(\.items).count >= 4 + number ? true : nil }
    }
    try await b.docket.run("hooks")
    let later = try home.calls().dropFirst(calls.count)
    #expect(later.map(\.event) == ["changed", "deleted"] && later.first?.items.map(\.title) == ["Zwei"])
  }
}
