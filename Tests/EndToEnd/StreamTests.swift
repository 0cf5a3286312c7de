import Foundation
import Testing

@Suite("Standard streams", .takesTurns)
struct StreamTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func aClosedPipeIsNoReasonToComplain() async throws {
    let result = try await docket.shell("\"$@\" | head -1; echo ${PIPESTATUS[0]}").run(
      "list", "--preview", "--items", "20000")
    #expect(result.error.isEmpty)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("\tRenew the certificate for mail.example.org\t") == true)
    #expect(lines.last == "0")
  }

  @Test(arguments: [["list", "--preview"], ["list", "--preview", "--json"], ["add", "x"], ["help"], ["--version"]])
  func aFullDeviceIsReported(_ command: [String]) async throws {
    let result = try await docket.run(bytes: command.map { Array($0.utf8) }, output: .file("/dev/full"))
    #expect(result.status == 74)
    let done = command == ["add", "x"] ? "the command is done, and only its output is lost; " : ""
    #expect(
      result.error
        == "docket: write error: no space left on device: standard output: \(done)make room or write elsewhere\n")
    #expect(try await docket.run("list", "--count").text == (done.isEmpty ? "0\n" : "1\n"))
  }

  @Test func outputThatIsClosedIsReported() async throws {
    try await docket.run("add", "x")
    for command in [["list"], ["show", "1"], ["export"], ["help"]] {
      let result = try await docket.run(bytes: command.map { Array($0.utf8) }, output: .closed)
      #expect(result.status == 74)
      #expect(
        result.error
          == "docket: write error: bad file descriptor: standard output: make room or write elsewhere\n")
    }
    let quiet = try await docket.run(bytes: [Array("done".utf8), Array("1".utf8)], output: .closed)
    #expect(quiet.status == 0 && quiet.error.isEmpty, "it has no output that could be lost")
  }

  @Test func closedStreamsHarmNothing() async throws {
    for _ in 0..<3 {
      let result = try await docket.run(bytes: [Array("add".utf8), Array("x".utf8)], output: .closed, error: .closed)
      #expect(result.status == 74)
    }
    #expect(try await docket.shell("exec \"$@\" <&- >&- 2>&-").run("add", "x").status == 74)
    #expect(try await docket.run("list", "--count").text == "4\n")
    #expect(try await SQLiteShell.integrity(of: directory.file("store.sqlite")) == "ok")
  }

  @Test func noEscapeReachesAPipe() async throws {
    try await docket.run("add", "\u{1b}[2J\u{9b}2J")
    for command in [["list"], ["list", "--json"], ["show", "1"], ["show", "1", "--json"]] {
      let result = try await docket.run(bytes: command.map { Array($0.utf8) })
      #expect(result.status == 0)
      #expect(!result.text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{9b}" })
    }
  }
}
