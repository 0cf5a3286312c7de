import Foundation
import Testing

/// The guide names a test for everything that the library promises.
@Suite("The guide")
struct GuideTests {
  private let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Examples that are not compiled go out of date.
  @Test func hasNoExampleThatIsNotCompiled() throws {
    let compiled = try sources(in: "Tests/SwiftDataCompatibility/Guide").map(Self.withoutSpace)
    let guide = try String(contentsOf: guideURL, encoding: .utf8)
    let examples = guide.matches(of: /```swift\n(?<code>(?:(?!```).*\n)*)```/).map { String($0.output.code) }
    #expect(examples.count > 15)
    // A package's manifest is compiled by `swift build` alone.
    for example in examples where !example.hasPrefix("// swift-tools-version") {
      let text = Self.withoutSpace(example)
      #expect(compiled.contains { $0.contains(text) }, "\(example)")
    }
  }

  private static func withoutSpace(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test func namesNoTestThatIsNotThere() throws {
    let guide = try String(contentsOf: guideURL, encoding: .utf8)
    let tests = try TestList.all().union(macroTests())
    let named = Set(guide.matches(of: /`(\w+Tests\/\w+)`/).map { String($0.1) })
    #expect(named.count > 100)
    #expect(tests.contains("GuideTests/namesNoTestThatIsNotThere"))
    #expect(named.subtracting(tests).sorted() == [])
  }

  /// The tests of the macros, which are a package of their own, by their sources.
  private func macroTests() throws -> [String] {
    try sources(in: "Tests/Macros/Tests").flatMap { source in
      let suites = source.matches(of: /struct (\w+Tests)\b/).map { $0.1 }
      return suites.flatMap { suite in source.matches(of: /func (\w+)\(/).map { "\(suite)/\($0.1)" } }
    }
  }

  private var guideURL: URL { package.appendingPathComponent("Documentation/OpenSwiftData.md") }

  private func sources(in folder: String) throws -> [String] {
    let folder = package.appendingPathComponent(folder)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }
}

/// The names of all tests, as the test runner lists them.
private enum TestList {
  /// All tests as `Suite/test`, of Swift Testing and of XCTest.
  static func all() throws -> Set<String> {
    let lines = try run("--testing-library", "swift-testing", "--list-tests") + run("--list-tests")
    return Set(lines.compactMap(name))
  }

  /// `Module.Suite/test()` or `Module.Suite/test`, without the module and the parameters.
  private static func name(_ line: Substring) -> String? {
    guard let match = line.wholeMatch(of: /\w+\.(?:\w+[.\/])*?(\w+\/\w+)(?:\(.*\))?/) else { return nil }
    return String(match.1)
  }

  /// The lines that this test runner prints for the arguments.
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
