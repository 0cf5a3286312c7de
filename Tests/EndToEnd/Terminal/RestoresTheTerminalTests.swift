import Foundation
import Testing

extension TerminalPromises {
  @Suite("The terminal is restored however the program ends", .takesTurns)
  struct RestoresTheTerminalTests {
    /// A way to end the probe, how it ends, and what can be read afterwards.
    struct Way: Sendable, CustomStringConvertible {
      let description: String
      var keys = ""
      var signal: Int32 = 0
      let ending: ChildProcess.Ending
      var words = ""

      func isSaid(on screen: TerminalEmulator) -> Bool {
        words.isEmpty || screen.lines.joined().contains(words)
      }
    }

    static let ways =
      [
        Way(description: "q", keys: "q", ending: .exited(0)),
        Way(description: "a status", keys: "Q", ending: .exited(3)),
        Way(description: "exit()", keys: "X", ending: .exited(5)),
        Way(description: "TERM", signal: SIGTERM, ending: .killed(SIGTERM)),
        Way(description: "SEGV", signal: SIGSEGV, ending: .killed(SIGSEGV)),
        Way(
          description: "fatalError", keys: "F", ending: .killed(SIGTRAP), words: "Fatal error: the last words of a trap"
        ),
        Way(
          description: "uncaught error", keys: "U", ending: .killed(SIGTRAP), words: "nobody caught this"),
      ]
      + Effort.choose(
        [],
        long: [SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP].map {
          Way(description: "signal \($0)", signal: $0, ending: .killed($0))
        } + [Way(description: "abort()", keys: "A", ending: .killed(SIGABRT))])

    @Test(arguments: ways) func modesScreenStatusAndLastWords(_ way: Way) async throws {
      let plain = try await PlainProgram.ending { $0.signal(SIGTERM) }
      let terminal = try await Probe.start("--mouse")
      #expect(!terminal.hasModesOfBefore)
      #expect(terminal.screen.isAlternate)
      #expect(terminal.screen.modes.isSuperset(of: ["?2004", "?1000", "?1002", "?1006", "?1004"]))
      if way.keys.isEmpty { terminal.signal(way.signal) } else { try await terminal.send(way.keys) }
      let (ending, time) = await terminal.ending()
      #expect(Self.isSame(ending, way.ending))
      #expect(time < Effort.limit(.seconds(1), beside: plain), "\(time), a plain program \(plain)")
      let screen = try await terminal.waitUntil { $0.isGivenBack && way.isSaid(on: $0) }
      #expect(screen.violations.isEmpty)
      #expect(terminal.hasModesOfBefore)
    }

    @Test func theDocketToo() async throws {
      let terminal = try await Probe.docket()
      terminal.signal(SIGSEGV)
      #expect(await terminal.ending().ending == .killed(SIGSEGV))
      try await terminal.waitUntil { $0.isGivenBack }
      #expect(terminal.hasModesOfBefore)
    }

    @Test func aTerminalThatTakesNothingIsRestoredWhenItTakesAgain() async throws {
      let plain = try await PlainProgram.ending { $0.signal(SIGTERM) }
      let terminal = try await Probe.start("--mouse")
      try await StalledTerminal.fill(terminal)
      terminal.signal(SIGTERM)
      let (ending, time) = await terminal.ending()
      #expect(ending == .killed(SIGTERM))
      #expect(time < Effort.limit(.seconds(2), beside: plain), "\(time), a plain program \(plain)")
      #expect(terminal.hasModesOfBefore)
      terminal.goOn()
      try await terminal.waitUntil { $0.isGivenBack }
    }

    /// The kernel would echo it, the shell would run it, and a Ctrl-C in it would discard the sequences that leave the screen.
    @Test(arguments: [SIGTERM, SIGSEGV]) func whatNobodyHasReadIsLeftToNobody(_ signal: Int32) async throws {
      let terminal = try await Probe.start("--inert", "--mouse")
      terminal.signal(SIGSTOP)
      try await waitUntil { ProcessTable.state(of: terminal.process.identifier) == "T" ? true : nil }
      // More than is read at once, less than the line holds.
      try await terminal.send(String(repeating: "echo unread\n\u{3}\u{1C}größe ", count: 300))
      terminal.signal(signal)
      terminal.signal(SIGCONT)
      #expect(await terminal.ending().ending == .killed(signal))
      try await terminal.waitUntil { $0.isGivenBack }
      try await terminal.waitForSilence()
      #expect(!terminal.screen.text.contains("unread"))
      #expect(terminal.screen.isGivenBack && terminal.screen.violations.isEmpty)
      #expect(terminal.hasModesOfBefore)
    }

    /// A trap is an illegal instruction on some machines.
    private static func isSame(_ one: ChildProcess.Ending, _ other: ChildProcess.Ending) -> Bool {
      one == other || other == .killed(SIGTRAP) && one == .killed(SIGILL)
    }

    /// They may hold what a file or a title held.
    @Test func lastWordsAreText() async throws {
      let terminal = try await Probe.start()
      try await terminal.send("V")
      #expect(await terminal.ending().ending == .exited(6))
      try await terminal.waitFor("?]0;title???31m größe ??end")
      #expect(terminal.screen.violations.isEmpty)
    }

    /// A terminal that is slow to take them may get less, but never what was said long before.
    @Test func lastWordsAreTheLastOfMany() async throws {
      let terminal = try await Probe.start()
      try await terminal.send("W")
      #expect(await terminal.ending().ending == .exited(6))
      try await terminal.waitFor("word 1")
      try await terminal.waitForSilence()
      #expect(!terminal.recentText.contains("word 10000\r\n"))
    }
  }
}
