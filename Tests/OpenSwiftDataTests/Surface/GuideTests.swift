import Foundation
import Testing

/// The guide names a test for everything that the library promises.
@Suite("The guide")
struct GuideTests {
  private let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func namesNoTestThatIsNotThere() throws {
    let guide = try String(
      contentsOf: package.appendingPathComponent("Documentation/OpenSwiftData.md"), encoding: .utf8)
    let sources = try testSources()
    let named = guide.matches(of: /`(\w+Tests)\/(\w+)`/).map { (suite: String($0.1), test: String($0.2)) }
    #expect(named.count > 100)
    for (suite, test) in named {
      let suites = ["struct \(suite) {", "extension \(suite) {", "final class \(suite): XCTestCase {"]
      let isThere = sources.contains { source in
        suites.contains { source.contains($0) } && source.contains("func \(test)(")
      }
      #expect(isThere, "\(suite)/\(test)")
    }
  }

  private func testSources() throws -> [String] {
    let tests = package.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
