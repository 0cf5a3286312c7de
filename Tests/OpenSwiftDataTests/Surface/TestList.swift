import Foundation

/// The tests that are run when all of them are: what the runner itself says, not what sources look like.
enum TestList {
  /// All of them as `Suite/test`, of Swift Testing and of XCTest.
  static func all() throws -> Set<String> {
    let lines = try run("--testing-library", "swift-testing", "--list-tests") + run("--list-tests")
    return Set(lines.compactMap(name))
  }

  /// `Module.Suite/test()` or `Module.Suite/test`, without the module and the parameters.
  private static func name(_ line: Substring) -> String? {
    guard let match = line.wholeMatch(of: /\w+\.(?:\w+[.\/])*?(\w+\/\w+)(?:\(.*\))?/) else { return nil }
    return String(match.1)
  }

  /// The lines that this test runner prints for some arguments.
  private static func run(_ arguments: String...) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }
}
