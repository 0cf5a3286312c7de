import Foundation
import Testing

@Suite("Reminders", .takesTurns)
struct RemindTests {
  let home: HookHome

  init() throws {
    var home = try HookHome()
    home.docket.goWhereItIsNoon()
    self.home = home
  }

  private var docket: DocketProcess { home.docket }

  /// Adds an item that is due some seconds from now.
  private func add(_ title: String, due seconds: TimeInterval, uid: UUID = UUID()) async throws {
    let due = Date(timeIntervalSinceNow: seconds).formatted(.iso8601)
    let item = ["title": title, "due": due, "uid": uid.uuidString]
    try home.directory.write(try JSONSerialization.data(withJSONObject: [item]), to: "item.json")
    let result = try await docket.run("import", home.directory.file("item.json"))
    guard result.status == 0 else { throw ConditionTimeout(description: result.error) }
  }

  private func titles(_ result: DocketProcess.Result) throws -> [String] {
    try JSONDecoder().decode([HookHome.Item].self, from: result.output).compactMap(\.title)
  }

  @Test func saysEachDueMomentOnce() async throws {
    try await add("An hour ago", due: -3_600)
    try await add("Yesterday", due: -86_400)
    try await add("In an hour", due: 3_600)
    #expect(try await titles(docket.run("remind", "--json")) == ["An hour ago"])
    #expect(try await docket.run("remind", "--json").text == "[]\n")
    let silent = try await docket.run("remind")
    #expect(silent.status == 0 && silent.text.isEmpty && silent.error.isEmpty)
    // Another moment of the same item is another one.
    try await docket.run("update", "1", "--due", "today 10:00")
    #expect(try await titles(docket.run("remind", "--json")) == ["An hour ago"])
    try await docket.run("update", "3", "--due", "today 11:00")
    #expect(try await titles(docket.run("remind", "--json")) == ["In an hour"])
    #expect(try await docket.run("remind").text.isEmpty)
  }

  /// Nothing can be done about it before that.
  @Test func saysWhatIsNotReadyOnceItIs() async throws {
    try await add("Blocker", due: 86_400)
    try await add("Blocked", due: -3_600)
    try await add("Not begun", due: 3_600)
    try await add("Begins too late", due: -1_800)
    try await docket.run("update", "2", "--after", "1")
    try await docket.run("update", "3", "--due", "today", "--start", "tomorrow")
    try await docket.run("update", "4", "--start", "tomorrow")
    #expect(try await titles(docket.run("remind", "--json")) == ["Begins too late"])
    try await docket.run("done", "1")
    try await docket.run("update", "3", "--start", "none")
    #expect(try await Set(titles(docket.run("remind", "--json"))) == ["Blocked", "Not begun"])
    // What was said and is blocked again is not said a second time.
    try await docket.run("reopen", "1")
    #expect(try await docket.run("remind", "--json").text == "[]\n")
    try await docket.run("done", "1")
    #expect(try await docket.run("remind", "--json").text == "[]\n")
  }

  /// It may have been due before the last time, on a machine that was away.
  @Test func saysWhatCameLate() async throws {
    try await docket.run("list")
    #expect(try await docket.run("remind").text.isEmpty)
    try await add("Late", due: -1_800)
    #expect(try await titles(docket.run("remind", "--json")) == ["Late"])
  }

  @Test func saysNothingOfWhatIsDone() async throws {
    try await add("Done", due: -60)
    try await docket.run("done", "1")
    #expect(try await docket.run("remind").text.isEmpty)
  }

  @Test func saysADayAtItsHour() async throws {
    try await docket.run("add", "Today", "--due", "today")
    try home.directory.configure("[remind]\nhour = 23\n")
    #expect(try await docket.run("remind").text.isEmpty)
    try home.directory.configure("[remind]\nhour = 8\n")
    #expect(try await titles(docket.run("remind", "--json")) == ["Today"])
  }

  @Test func printsAsTheListDoes() async throws {
    try await add("A\u{1B}[31m\tB", due: -60)
    let result = try await docket.run("remind")
    let list = try await docket.run("list")
    #expect(result.text == list.text && result.text.contains("A\\u001b[31m\\tB"))
    #expect(!result.text.utf8.contains(0x1B))
  }

  @Test func givesItemsToAProgramOnItsInputOnly() async throws {
    let script = try home.script(
      "exec", "tr '\\0' '\\n' < /proc/$$/cmdline > '\(home.directory.file("words"))'; cat > '\(home.log)'")
    let title = "$(touch '\(home.directory.file("pwned"))')"
    try await add(title, due: -60)
    let result = try await docket.run("remind", "--exec", script)
    #expect(result.status == 0 && result.text.isEmpty)
    #expect(
      try JSONDecoder().decode([HookHome.Item].self, from: home.directory.bytes(of: "hooks.log")).map(\.title) == [
        title
      ])
    #expect(try !home.text(of: "words").contains("touch"))
    try FileManager.default.removeItem(atPath: home.log)
    #expect(try await docket.run("remind", "--exec", script).status == 0)
    // Without news it does not run.
    #expect(!FileManager.default.fileExists(atPath: home.log))
    #expect(try !home.directory.contents().contains("pwned"))
  }

  @Test func saysAgainWhatAProgramFailedToSay() async throws {
    try await add("Now", due: -60)
    let result = try await docket.run("remind", "--exec", "/bin/false")
    #expect(result.status == 74 && result.error.hasPrefix("docket: “/bin/false” failed with status 1: "))
    #expect(try await docket.run("remind", "--exec", "/nowhere").status == 74)
    #expect(try await titles(docket.run("remind", "--json")) == ["Now"])
  }

  /// Killed before it was remembered, it is said again: at least once.
  @Test func saysAgainAfterAKill() async throws {
    try await add("Now", due: -60)
    let script = try home.script(
      "exec", "cd '\(home.directory.path)'; echo > begun; until [ -e go ]; do sleep 0.05; done")
    let child = try docket.start(
      bytes: ["remind", "--exec", script].map { Array($0.utf8) }, output: .file("/dev/null"), error: .file("/dev/null"))
    try await home.wait(for: "begun")
    // While one says something, another one says nothing.
    #expect(try await docket.run("remind", "--json").text == "[]\n")
    child.send(SIGKILL)
    #expect(await child.wait() == .killed(SIGKILL))
    try home.directory.write(Data(), to: "go")
    #expect(try await titles(docket.run("remind", "--json")) == ["Now"])
    #expect(try await docket.run("remind", "--json").text == "[]\n")
  }

  @Test func isForStores() async throws {
    #expect(try await docket.run("--preview", "remind").status == 64)
    // A store that is not there reminds of nothing, and is not made.
    #expect(try await docket.run("remind").status == 0)
    #expect(try !home.directory.contents().contains("store.sqlite"))
  }

  @Test func passesOnWhatAProgramPrints() async throws {
    try await add("Now", due: -60)
    let script = try home.script("exec", "echo one; echo two >&2; exit 3")
    let failed = try await docket.run("remind", "--exec", script)
    #expect(failed.status == 74 && failed.text.isEmpty)
    #expect(failed.error.hasPrefix("one\ntwo\ndocket: “\(script)” failed with status 3, “one”: "))
    let other = try home.script("other", "echo fine")
    let result = try await docket.run("remind", "--exec", other)
    #expect(result.status == 0 && result.text.isEmpty && result.error == "fine\n")
  }

  @Test func saysWhereNothingCanBeRemembered() async throws {
    try await add("Now", due: -60)
    for (place, reason, status) in [
      ("/proc/nope", "no such file or directory", 74), ("/sys/nope", "operation not permitted", 77),
    ] as [(String, String, Int32)] {
      var docket = docket
      docket.environment["XDG_STATE_HOME"] = place
      let result = try await docket.run("remind")
      #expect(result.status == status && result.text.isEmpty)
      #expect(
        result.error
          == "docket: what was done can't be remembered, \(reason): \(place)/docket: "
          + "make the directory writable, or set XDG_STATE_HOME to another one\n")
    }
  }
}
