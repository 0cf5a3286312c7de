import Foundation
import Testing

@Suite("Promise 38: the editor", .takesTurns)
struct Promise38Tests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func hasAPrivateFileThatIsGoneAfterwardsAndArgumentsAreHonoured() async throws {
    let terminal = try await EditedText.start(
      """
      stat -c %a "$2" "$(dirname "$2")" > "\(directory.file("notes"))"
      echo "$1 $(basename "$2")" >> "\(directory.file("notes"))"; cat "$2" >> "\(directory.file("notes"))"
      echo 'second größe' >> "$2"; touch "$2~"
      """, in: directory)
    try await terminal.waitFor("edited: \"first line\\nsecond größe\\n\"")
    let notes = String(decoding: try directory.bytes(of: "notes"), as: UTF8.self)
    #expect(notes == "600\n700\n--wait text.md\nfirst line\n")
    #expect(try EditedText.leftovers(in: directory).isEmpty)
    #expect(terminal.screen.isAlternate && !terminal.hasModesOfBefore)
  }

  @Test(arguments: ["true", ": > \"$2\"", "printf ' \\n' > \"$2\""])
  func emptyOrUnchangedIsNoChange(_ script: String) async throws {
    let terminal = try await EditedText.start(script, in: directory)
    try await terminal.waitFor("edited: nothing")
    #expect(try EditedText.leftovers(in: directory).isEmpty)
  }

  @Test(arguments: [
    ("exit 3", "failed with status 3"), ("kill -SEGV $$", "was ended by signal 11"),
    ("rm \"$2\"", "could not be handed"), ("head -c 2000000 /dev/zero > \"$2\"", "longer than"),
    ("printf '\\377' > \"$2\"", "not UTF-8"), ("rm \"$2\"; ln -s /etc/passwd \"$2\"", "could not be handed"),
  ])
  func aFailureChangesNothingAndIsSaid(_ script: String, _ words: String) async throws {
    let terminal = try await EditedText.start(script, in: directory)
    try await terminal.waitUntil { $0.text.replacing("\n", with: "").contains(words) }
    #expect(try EditedText.leftovers(in: directory).isEmpty)
  }

  @Test(arguments: [("no-such-editor -x", "there is no program"), ("vi 'x", "does not end")])
  func aMissingEditorIsSaid(_ setting: String, _ words: String) async throws {
    let terminal = try await EditedText.start("", setting: setting, in: directory)
    try await terminal.waitFor(words)
    #expect(try EditedText.leftovers(in: directory).isEmpty)
  }

  /// As a shell does for what it runs in the background, or a supervisor that does not wait.
  @Test func itsFailureIsSeenWhereOurParentIgnoresTheEndsOfChildren() async throws {
    let terminal = try await EditedText.start(
      "exit 3", through: ["/usr/bin/env", "--ignore-signal=CHLD"], in: directory)
    try await terminal.waitFor("failed with status 3")
  }

  @Test func aDirectoryThatIsNotAbsoluteIsNotUsed() async throws {
    let terminal = try await EditedText.start(
      "dirname \"$(dirname \"$2\")\" > \"\(directory.file("notes"))\"", temporary: "tmp", in: directory)
    try await terminal.waitFor("edited: nothing")
    #expect(String(decoding: try directory.bytes(of: "notes"), as: UTF8.self) == "/tmp\n")
  }

  @Test func interruptingItDoesNotEndUs() async throws {
    let terminal = try await EditedText.start(
      "trap 'echo interrupted >> \"$2\"; exit 0' INT; echo editing; while :; do sleep 0.01; done", in: directory)
    try await terminal.waitFor("editing")
    #expect(terminal.hasModesOfBefore)
    try await terminal.send("\u{3}")
    try await terminal.waitFor("edited: \"first line\\ninterrupted\\n\"")
    try await terminal.send("w")
    try await terminal.waitFor("key w")
  }

  @Test func theStateAnEditorThatCrashedLeavesIsCleared() async throws {
    let terminal = try await EditedText.start(
      "stty raw -echo; printf '\\033[?1049h\\033[?1003h\\033[?25l\\033[31m'; kill -KILL $$", in: directory)
    try await terminal.waitUntil { $0.text.contains("was ended by signal 9") && $0.isAlternate }
    #expect(terminal.screen.modes.subtracting(["hidden cursor"]) == ["?2004"])
    try await terminal.send("q")
    #expect(await terminal.ending().ending == .exited(0))
    let screen = try await terminal.waitUntil { !$0.isAlternate }
    #expect(screen.modes.isEmpty && terminal.hasModesOfBefore)
  }

  /// Editors keep more than one file there.
  @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV]) func endingMeanwhileLeavesNoFile(_ number: Int32) async throws {
    let terminal = try await EditedText.start(
      "for i in $(seq 300); do : > \"$(dirname \"$2\")/.text.md.sw$i\"; done; echo editing; exec sleep 30",
      in: directory)
    try await terminal.waitFor("editing")
    #expect(try EditedText.leftovers(in: directory).count == 1)
    terminal.signal(number)
    #expect(await terminal.ending().ending == .killed(number))
    #expect(try EditedText.leftovers(in: directory).isEmpty)
    #expect(terminal.hasModesOfBefore)
  }

  @Test func stoppedTogetherWithUsItComesBackWithUs() async throws {
    try FileManager.default.createDirectory(atPath: directory.file("tmp"), withIntermediateDirectories: true)
    try directory.write(Array("#!/bin/bash\necho editing; read x; echo \"$x\" > \"$1\"\n".utf8), to: "ed")
    let shell = try PseudoTerminal(
      ["/bin/bash", "--norc", "--noprofile", "-i"], columns: 100, rows: 12,
      environment: ["PS1": "$ ", "EDITOR": "/bin/bash \(directory.file("ed"))", "TMPDIR": directory.file("tmp")],
      in: directory)
    try await shell.send("\(Probe.binary)\n")
    try await shell.waitFor("probe 100x12")
    try await shell.send("E")
    try await shell.waitFor("editing")
    try await shell.send("\u{1A}")
    try await shell.waitFor("Stopped")
    // What is typed before the prompt is there may be lost.
    try await shell.waitUntil { $0.lines.last { !$0.isEmpty }?.hasPrefix("$") ?? false }
    try await shell.send("fg\n")
    try await shell.waitUntil { $0.lines.last { !$0.isEmpty }?.hasSuffix("/TerminalUIProbe") ?? false }
    try await shell.send("typed\n")
    try await shell.waitFor("edited: \"typed\\n\"")
  }
}
