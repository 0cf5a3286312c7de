import Foundation
import Testing

@Suite("Commands on the store itself", .takesTurns)
struct StoreCommandTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func aBackupIsAStore() async throws {
    try await docket.run("add", "kept")
    let copy = directory.file("copy.sqlite")
    #expect(try await docket.run("backup", copy).status == 0)
    try await docket.run("add", "later")
    #expect(try await docket.run("--store", copy, "list", "--count").text == "1\n")
    #expect(try await docket.run("backup", copy).status == 73)
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func aPreviewCanBeKept() async throws {
    let copy = directory.file("preview.sqlite")
    #expect(try await docket.run("--preview", "--items", "7", "backup", copy).status == 0)
    #expect(try await docket.run("--store", copy, "list", "--count").text == "7\n")
  }

  @Test func checkSaysThatAllIsWellOrWhatIsNot() async throws {
    let store = directory.file("store.sqlite")
    try await docket.run("add", "a title of some length")
    #expect(try await docket.run("check").text == "\(store): all is well\n")
    _ = try await SQLiteShell.run(
      "update \"openswiftdata_text_Item.title_data\" set block = zeroblob(40) where id > 100", on: store)
    let result = try await docket.run("check")
    #expect(result.status == 65)
    #expect(
      result.error
        == "docket: the store is damaged: the full-text index of Item.title is damaged: \(store): "
        + "salvage what can be read with 'docket recover FILE', or put back a copy\n")
  }

  @Test func infoSaysWhereAndHowMuch() async throws {
    try await docket.run("add", "x")
    try await docket.run("add", "y")
    try await docket.run("done", "1")
    let lines = try await docket.run("info").text.split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    let values = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
    #expect(values["store"] == directory.file("store.sqlite"))
    #expect(values["items"] == "2" && values["open"] == "1" && values["done"] == "1")
  }

  @Test func theConfigurationIsPrintedAndChecked() async throws {
    let configured = DocketProcess(in: directory)
    let place = directory.file("home/.config/docket")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data("theme = \"light\"\n[keys]\nadd = \"i\"\n".utf8).write(to: URL(fileURLWithPath: place + "/config.toml"))
    let printed = try await configured.run("config", "--print")
    #expect(printed.text.contains("\ntheme = \"light\"\n") && printed.text.contains("\nadd = [\"i\"]\n"))
    #expect(try await configured.run("config").text == "\(place)/config.toml: all is well\n")
    try Data("\n[keys]\nadd = \"Hyper\"\n".utf8).write(to: URL(fileURLWithPath: place + "/config.toml"))
    let result = try await configured.run("config")
    #expect(result.status == 78)
    #expect(
      result.error
        == "docket: \"keys.add\" has \"Hyper\", which is no key: keys are written a, ^a, M-a, Space, F1: \(place)/config.toml:3:1: "
        + "mend it; 'docket config --print' shows every option\n")
  }
}
