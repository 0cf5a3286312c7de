import Foundation
import Testing

extension TerminalPromises {
  @Suite("The editor gets a private file", .takesTurns)
  struct EditsInAPrivateFileTests {
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

    /// As shells do for background jobs, and supervisors that do not wait.
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
      try await terminal.waitUntil { $0.isGivenBack }
      #expect(terminal.hasModesOfBefore)
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
      let probe = try #require(ProcessTable.children(of: shell.process.identifier).first)
      let editor = try #require(ProcessTable.children(of: probe).first)
      try await shell.send("\u{1A}")
      try await shell.waitFor("Stopped")
      // Input before the prompt may be lost.
      try await shell.waitUntil { $0.lines.last { !$0.isEmpty }?.hasPrefix("$") ?? false }
      // The shell waits for its own child only. An editor that the signal did not reach yet still reads what is typed.
      try await EndToEndTests.waitUntil(or: { "the editor never stops" }) {
        ProcessTable.state(of: editor) == "T" ? true : nil
      }
      try await shell.send("fg\n")
      try await shell.waitUntil { $0.lines.last { !$0.isEmpty }?.hasSuffix("/TerminalUIProbe") ?? false }
      try await shell.send("typed\n")
      try await shell.waitFor("edited: \"typed\\n\"")
    }
  }
}

extension TerminalPromises {
  @Suite("Children inherit nothing but the terminal", .takesTurns)
  struct StartsChildrenCleanlyTests {
    @Test func descriptorsZeroToTwoAndNoSignalBlockedOrIgnored() async throws {
      let directory = try TemporaryDirectory()
      // The status is that of `grep`: the shell itself blocks all signals while it starts a program.
      let notes = directory.file("notes")
      let terminal = try await EditedText.start(
        "exec /bin/sh -c 'readlink /proc/$$/fd/* > \"\(notes)\"; grep -E \"^Sig(Blk|Ign)\" /proc/self/status >> \"\(notes)\"'",
        in: directory)
      try await terminal.waitFor("edited: nothing")
      let lines = String(decoding: try directory.bytes(of: "notes"), as: UTF8.self).split(separator: "\n")
      let descriptors = lines.filter { $0.hasPrefix("/") || $0.contains(":[") }
      // The shell's own output goes to the notes.
      #expect(descriptors.count == 3)
      #expect(descriptors.allSatisfy { $0.hasPrefix("/dev/pts/") || $0 == notes }, "\(descriptors)")
      // The C library's own two, 32 and 33, cannot be used by programs, and it ignores them itself.
      #expect(["0", "180000000"].contains(Self.hexadecimal("SigIgn", in: lines)))
      #expect(Self.hexadecimal("SigBlk", in: lines) == "0")
    }

    private static func hexadecimal(_ name: String, in lines: [Substring]) -> String? {
      let digits = lines.first { $0.hasPrefix(name) }?.split(separator: "\t").last
      return digits.flatMap { UInt64($0, radix: 16) }.map { String($0, radix: 16) }
    }
  }
}

// MARK: - An editor in a script

/// The probe with an editor that is a shell script.
enum EditedText {
  /// Starts the probe and presses the key for editing.
  ///
  /// The shell reads the script: a file written here might still be open in a process that another test starts, and could
  /// not be executed then.
  ///
  /// - Parameters:
  ///   - script: The editor's script; `$1` is an argument of `EDITOR`, `$2` the file.
  ///   - setting: The value of `EDITOR`; nil for a shell that runs the script.
  ///   - launcher: A command that starts the probe.
  ///   - temporary: The value of `TMPDIR`; nil for a directory of the test.
  static func start(
    _ script: String, setting: String? = nil, through launcher: [String] = [], temporary: String? = nil,
    in directory: TemporaryDirectory
  ) async throws
    -> PseudoTerminal
  {
    try FileManager.default.createDirectory(atPath: directory.file("tmp"), withIntermediateDirectories: true)
    try directory.write(Array("#!/bin/bash\n\(script)\n".utf8), to: "the editor")
    let terminal = try PseudoTerminal(
      launcher + [Probe.binary], columns: 60, rows: 12,
      environment: [
        "EDITOR": setting ?? "/bin/bash '\(directory.file("the editor"))' --wait",
        "TMPDIR": temporary ?? directory.file("tmp"),
      ],
      in: directory)
    try await terminal.waitFor("probe 60x12")
    try await terminal.send("E")
    return terminal
  }

  /// The files left in the editor's directory.
  static func leftovers(in directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.file("tmp"))
  }
}
