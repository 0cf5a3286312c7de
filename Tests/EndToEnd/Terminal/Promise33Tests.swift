import Foundation
import Testing

@Suite("Promise 33: signals during edits", .takesTurns)
struct Promise33Tests {
  @Test func nothingIsLostAndNoInterruptionIsShown() async throws {
    let directory = try TemporaryDirectory()
    let terminal = try await Probe.docket(in: directory)
    let signals = [SIGWINCH, SIGCONT, SIGUSR1, SIGCHLD, SIGUSR2]
    let perItem = Effort.choose(40, long: 250)
    for item in 0..<4 {
      try await terminal.send("a")
      try await terminal.waitFor("add:")
      for (index, character) in "item \(item) größe".enumerated() {
        try await terminal.send(String(character))
        for step in 0..<perItem / 12 { terminal.signal(signals[(index + step) % signals.count]) }
      }
      try await terminal.send("\r")
      try await terminal.waitUntil { $0.text.contains("▌○    item \(item) größe") && $0.text.contains("saved") }
    }
    #expect(!terminal.recentText.localizedCaseInsensitiveContains("interrupt"))
    #expect(try await DocketProcess(in: directory).run("list", "--count").text == "4\n")
  }
}
