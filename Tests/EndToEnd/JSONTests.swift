import Foundation
import Testing

@Suite("JSON", .takesTurns)
struct JSONTests {
  static let hostileTitles = [
    "plain", "quotes \" and \\ and / here", "tab\there", "two\nlines\r\nthree",
    "esc \u{1b}[31m and \u{1b}]52;c;eHh4\u{7}",
    "c1 \u{9b}2J \u{85}x", "del \u{7f}x", "bidi \u{202e}abc\u{2066}d", "separators \u{2028}\u{2029}x",
    "zero\u{200b}width\u{feff}x",
    "👩‍🚀 🇨🇭 e\u{301} é 買い物", "\\u0041 \\n \\", "$(touch x) `touch y`", "'); drop table Item;--", "[{\"id\":1}]",
    "\u{1}\u{2}\u{1f}x",
    "\u{fffd}\u{10ffff}\u{e000}x", String(repeating: "e" + String(repeating: "\u{301}", count: 100), count: 40),
  ]

  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func givesBackEveryTitleByteForByte() async throws {
    for title in Self.hostileTitles {
      let result = try await docket.run("add", "--", title)
      try #require(result.status == 0, "\(result.error)")
    }
    let output = try await docket.run("list", "--json", "--sort", "created").output
    let titles = try JSONDecoder().decode([JSONItem].self, from: output).map(\.title)
    #expect(titles.map { Array($0.utf8) } == Self.hostileTitles.map { Array($0.utf8) })
    #expect(output.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x0a })
    #expect(try directory.contents() == ["store.sqlite", "store.sqlite-shm", "store.sqlite-wal"].filter(exists))
  }

  @Test func hasTheDocumentedKeysInTheirOrder() async throws {
    try await docket.run(
      "add", "--literal", "Buy \"milk\"", "--tag", "home", "--due", "2031-05-06 17:00", "--every", "2weeks")
    let object = try await docket.run("show", "1", "--json").text
    let pattern =
      #/
      \{"id":1,"uid":"[-0-9A-F]{36}","title":"Buy\ \\"milk\\"","notes":"","state":"open","priority":"none",
      "tags":\["home"\],"list":null,"due":"2031-05-06T17:00:00.000Z","timestamp":"(.{23}Z)","created":"(.{23}Z)",
      "completed":null,"parent":null,"position":"e[0-9A-Za-z]{5}","recurrence":"2weeks","urgency":2\.4\}\n
      /#
    let match = try #require(object.wholeMatch(of: pattern), "\(object)")
    #expect(match.1 == match.2)
    #expect(try await docket.run("list", "--json").text == "[\n" + object + "]\n")
    // A file would be another one each day.
    #expect(try await docket.run("export").text == "[\n" + object.replacing(#","urgency":2.4"#, with: "") + "]\n")
  }

  /// In the configuration's weights, of open items, and nothing that an import takes for a field.
  @Test func saysHowUrgentOpenItemsAre() async throws {
    let folder = directory.file("home/.config/docket")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("[urgency]\npriority = 100\n".utf8).write(to: URL(fileURLWithPath: folder + "/config.toml"))
    for words in ["Urgent !high", "Not yet", "Over !high"] { try await docket.run("add", words) }
    try await docket.run("done", "3")
    let list = try await docket.run("list", "--json", "--sort", "created")
    let urgencies = try JSONDecoder().decode([UrgentItem].self, from: list.output).map(\.urgency)
    #expect(urgencies == [100, 0, nil])
    try directory.write(list.output, to: "list.json")
    let imported = try await docket.run("import", directory.file("list.json"))
    #expect(imported.status == 0 && !(imported.text + imported.error).contains("urgency"), "\(imported)")
  }

  private struct UrgentItem: Decodable {
    let urgency: Double?
  }

  @Test func fieldsOfAPipeStayInOneLine() async throws {
    for title in Self.hostileTitles { try await docket.run("add", "--", title) }
    let text = try await docket.run("list").text
    let lines = text.unicodeScalars.split(separator: "\n")
    #expect(lines.count == Self.hostileTitles.count)
    #expect(lines.allSatisfy { $0.count { $0 == "\t" } == 8 })
    #expect(text.unicodeScalars.allSatisfy { $0 == "\t" || $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(text.contains("tab\\there\t"))
    #expect(text.contains("two\\nlines\\r\\nthree\t"))
    #expect(text.contains("esc \\u001b[31m and \\u001b]52;c;eHh4\\u0007\t"))
    #expect(text.contains("\\\\u0041 \\\\n \\\\\t"))
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: directory.file(name)) }
}
