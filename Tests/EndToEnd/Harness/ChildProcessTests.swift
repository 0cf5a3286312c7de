import Foundation
import Testing

@Suite("Children of the tests") struct ChildProcessTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Whoever reads from such a pipe would wait for the child's end.
  @Test func inheritNoPipeThatSomebodyElseHasOpen() async throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting.fileDescriptor
    try #require(fcntl(writing, F_SETFD, 0) == 0)
    let arguments = ["ls", "/proc/self/fd"].map { Array($0.utf8) }
    let child = try ChildProcess(
      arguments, environment: [:], output: .file(directory.file("descriptors")), error: .file("/dev/null"),
      directory: directory.path)
    #expect(await child.wait() == .exited(0))
    // The last one is that of the folder that is listed.
    let descriptors = String(decoding: try directory.bytes(of: "descriptors"), as: UTF8.self)
    #expect(descriptors == "0\n1\n2\n3\n", "\(descriptors)")
    withExtendedLifetime(pipe) {}
  }
}
