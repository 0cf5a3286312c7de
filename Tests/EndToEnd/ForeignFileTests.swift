import Foundation
import Testing

@Suite("Files of others", .takesTurns)
struct ForeignFileTests {
  static let contents: [(name: String, bytes: [UInt8])] = [
    ("text", Array("a note of mine\n".utf8)),
    ("long text", Array(String(repeating: "a note of mine\n", count: 100).utf8)),
    ("binary", (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
    ("a truncated database", Array("SQLite format 3\0".utf8)),
    ("a header and nonsense", Array("SQLite format 3\0".utf8) + Array(repeating: 0x41, count: 8_192)),
  ]
  static let commands = [["list"], ["add", "x"], ["show", "1"], ["update", "1", "--touch"], ["delete", "1"]]

  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test(arguments: contents, commands)
  func stayAsTheyWere(_ content: (name: String, bytes: [UInt8]), _ command: [String]) async throws {
    try directory.write(content.bytes, to: "store.sqlite")
    try await expectRefusal(command)
    #expect(Array(try directory.bytes(of: "store.sqlite")) == content.bytes)
    #expect(try directory.contents() == ["store.sqlite"])
  }

  @Test(arguments: commands)
  func anotherProgramsDatabaseStaysAsItWas(_ command: [String]) async throws {
    _ = try await SQLiteShell.run(
      "create table bookmarks(url); insert into bookmarks values('x')", on: directory.file("store.sqlite"))
    let before = try directory.bytes(of: "store.sqlite")
    try await expectRefusal(command)
    #expect(try directory.bytes(of: "store.sqlite") == before)
    #expect(try directory.contents() == ["store.sqlite"])
  }

  @Test(arguments: commands)
  func aDirectoryAndAPipeAreRefused(_ command: [String]) async throws {
    let path = directory.file("store.sqlite")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try await expectRefusal(command)
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    try await expectRefusal(command)
    #expect(try directory.contents() == ["store.sqlite"])
  }

  private func expectRefusal(_ command: [String]) async throws {
    let result = try await docket.run(bytes: command.map { Array($0.utf8) })
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("docket: "))
    #expect(result.error.contains(": \(directory.file("store.sqlite")): choose another file with --store\n"))
    #expect(result.error.count { $0 == "\n" } == 1)
  }
}
