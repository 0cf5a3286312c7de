import Foundation
import Testing

@Suite("The comparison with other programs")
struct ComparisonTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// All that the tests say, in one text.
  private static func sources() throws -> String {
    let folder = package.appendingPathComponent("Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("Tests.swift") }
    return try files.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
      .joined(separator: "\n")
  }

  @Test(arguments: ["Comparison", "EveryDay"])
  func namesTestsThatThereAre(_ name: String) throws {
    let page = Self.package.appendingPathComponent("Documentation/\(name).md")
    let names = try String(contentsOf: page, encoding: .utf8).matches(of: /`(\w+Tests)(?:\/(\w+))?`/)
    let sources = try Self.sources()
    #expect(names.count > 15)
    for name in names {
      #expect([" {", ":"].contains { sources.contains("struct \(name.1)\($0)") }, "\(name.0)")
      if let test = name.2 { #expect(sources.contains("func \(test)("), "\(name.0)") }
    }
  }

  @Test func showsSomethingInEachRow() throws {
    let page = Self.package.appendingPathComponent("Documentation/Comparison.md")
    // Below it stands a table of another kind.
    let table = try String(contentsOf: page, encoding: .utf8).split(separator: "\n## ")[0]
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count > 12)
    for row in rows.dropFirst() { #expect(row.split(separator: "|").last?.contains("`") == true, "\(row)") }
  }
}
