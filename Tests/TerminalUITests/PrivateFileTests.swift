import Foundation
import Testing

@testable import TerminalUI

/// One after the other: there can be one such file in a process.
@MainActor
@Suite(.serialized) struct PrivateFileTests {
  @Test(arguments: [
    ("notes.md", "notes.md"), ("../../etc/notes.md", "notes.md"), ("/etc/passwd", "passwd"), ("a/b/", "b"),
    ("..", "text"),
    ("", "text"), (".hidden", ".hidden"),
  ])
  func aNameLeadsNowhereElse(_ name: String, _ last: String) throws {
    var file: PrivateFile? = try PrivateFile(named: name, in: "/tmp", holding: "größe")
    let path = try #require(file?.path)
    let components = path.split(separator: "/")
    #expect(components.count == 3 && components[1].hasPrefix("terminal-") && components[2] == last)
    #expect(try file?.text() == "größe")
    file = nil
    #expect(!FileManager.default.fileExists(atPath: "/tmp/\(components[1])"))
  }

  @Test func whatAnEditorKeepsBesideItGoesWithIt() throws {
    var file: PrivateFile? = try PrivateFile(named: "a", in: "relative", holding: "")
    let directory = try #require(file.map { URL(fileURLWithPath: $0.path).deletingLastPathComponent() })
    #expect(directory.deletingLastPathComponent().path == "/tmp")
    for number in 0..<500 { try Data().write(to: directory.appending(path: ".a.sw\(number)")) }
    file = nil
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }
}
