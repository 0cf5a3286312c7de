import Foundation
import Testing

@Suite("Dates such as 12/24 in commands")
struct SlashDateCommandTests {
  private let directory: TemporaryDirectory
  private var docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func configure(_ text: String) throws {
    let folder = directory.file("home/.config/docket")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/config.toml", atomically: true, encoding: .utf8)
  }

  @Test func areDatesWhereTheConfigurationSaysWhich() async throws {
    #expect(try await docket.run("add", "x", "--due", "12/24/2030").status == 64)
    try configure("slash-dates = \"month-first\"")
    #expect(try await docket.run("add", "x", "--due", "12/24/2030").status == 0)
    try configure("slash-dates = \"day-first\"")
    let count = try await docket.run("list", "--count", "due:24/12/2030")
    #expect(String(decoding: count.output, as: UTF8.self) == "1\n")
    // Words that are no dates stay words.
    #expect(try await docket.run("add", "12/24 of the cake").status == 0)
  }
}
