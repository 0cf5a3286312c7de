import DocketData
import Foundation
import Testing

/// One rule wherever tags are given.
@Suite("A comma separates tags")
struct TagListTests {
  @Test(arguments: [("a", ["a"]), ("a,b", ["a", "b"]), (" a , b ,", ["a", "b"]), ("", [""]), (",", [","])])
  func inAText(_ text: String, _ names: [String]) { #expect(TagName.names(in: text) == names) }

  @Test(arguments: [
    ("title,tags\nx,\"a, b\"\n", InterchangeFormat.csv), (#"[{"title":"x","tags":["a,b"]}]"#, .json),
    (#"[{"title":"x","tags":["a","b"]}]"#, .json), (#"[{"description":"x","tags":["a,b"]}]"#, .taskwarrior),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:x\nCATEGORIES:a\\, b\nEND:VTODO\n", .icalendar),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:x\nCATEGORIES:a,b\nEND:VTODO\n", .icalendar),
  ])
  func inAFile(_ text: String, _ format: InterchangeFormat) async throws {
    let exchange = Exchange()
    try await exchange.load(text, format)
    #expect(try await exchange.item().tags == ["a", "b"])
  }

  @Test func inAQuickAdd() {
    let item = QuickAdd("Buy #a,b milk #c,", Berlin.reference)
    #expect(item.title == "Buy milk" && item.tags == ["a", "b", "c"])
    #expect(item.tokens.map(\.range) == [4..<6, 7..<8, 14..<16])
    #expect(QuickAdd("#, #a,\u{7}", Berlin.reference).tags.isEmpty)
  }
}
