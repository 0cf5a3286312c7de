import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Start dates and what waits for what")
@MainActor
struct WaitingForTests {
  private func fixture() async throws -> ScreenFixture {
    try await ScreenFixture(["paint", "buy paint", "choose a colour"], width: 70, height: 12)
  }

  @Test func aStartDateIsTypedShownAndTakenBack() async throws {
    let fixture = try await fixture()
    await fixture.type("wtomorrow")
    #expect(fixture.memory.drawing.contains(" start: tomorrow"))
    #expect(fixture.memory.drawing.contains("  starts "))
    await fixture.type("\r")
    try await fixture.waitUntil("the mark") {
      $0.contains("▌◌    paint") && $0.contains("from tomorrow") && $0.contains("“paint” starts ")
    }
    await fixture.type("w\u{8}\r")
    try await fixture.waitUntil("it can be begun") { $0.contains("▌○    paint") && !$0.contains("from") }
    await fixture.type("wnever\r")
    #expect(fixture.memory.drawing.contains("“never” isn't a date"))
  }

  @Test func theItemThatItWaitsForIsNamed() async throws {
    let fixture = try await fixture()
    await fixture.type("jxggW")
    try await fixture.waitUntil("both") { $0.contains("“paint” waits for “buy paint”") }
  }

  @Test func theItemUnderTheCursorWaitsForTheSelectedOnes() async throws {
    let fixture = try await fixture()
    await fixture.type("jxxggW")
    try await fixture.waitUntil("the mark") {
      $0.contains("▌◌    paint") && $0.contains("“paint” waits for 2 items") && $0.contains("  ○    buy paint")
    }
    #expect(try await fixture.item("paint").blockerIDs.count == 2)
    let ids = try await [fixture.item("buy paint").id, fixture.item("choose a colour").id]
    try await fixture.elsewhere().completeItems(ids: ids)
    try await fixture.waitUntil("it can be begun") { $0.contains("○    paint") && !$0.contains("◌") }
  }

  @Test func theDetailNamesWhatItBlocks() async throws {
    let fixture = try await ScreenFixture(["paint", "buy paint", "choose a colour"], width: 70, height: 24)
    let (paint, buy) = (try await fixture.item("paint"), try await fixture.item("buy paint"))
    // Later than the others, which are of the fixture's noon: it stays above them, whatever the time of the test.
    try await fixture.elsewhere().setBlockers(ids: [buy.id], of: paint.id, at: ScreenFixture.now)
    await fixture.type("\r")
    try await fixture.waitUntil("what it waits for") { $0.contains("waits for  \(buy.number) buy paint") }
    await fixture.type("j")
    try await fixture.waitUntil("what waits for it") { $0.contains(/blocks +\d+ paint/) }
  }

  @Test func numbersAreTypedAndSaidInTitles() async throws {
    let fixture = try await fixture()
    let number = try await fixture.item("buy paint").number
    await fixture.type("W\(number)")
    #expect(fixture.memory.drawing.contains("waits for “buy paint”"))
    await fixture.type(" 99")
    #expect(fixture.memory.drawing.contains("no item 99"))
    await fixture.type("\r")
    #expect(fixture.memory.drawing.contains("there is no item 99"))
    await fixture.type("\u{8}\u{8}\u{8}\r")
    try await fixture.waitUntil("the mark") { $0.contains("▌◌    paint") }
    await fixture.type("W")
    #expect(fixture.screen.layers.prompt?.field.text == "\(number) ")
    await fixture.type("\u{15}\r")
    try await fixture.waitUntil("it waits no more") { $0.contains("▌○    paint") }
  }

  @Test func wordsOfATitleSuggestItemsAndTabTakesTheirNumbers() async throws {
    let fixture = try await fixture()
    let (paint, color) = try await (fixture.item("buy paint").number, fixture.item("choose a colour").number)
    // Not itself, which has the word too.
    await fixture.type("Wpaint")
    try await fixture.waitUntil("the suggestion") { $0.contains("  Tab \(paint) “buy paint”") }
    #expect(!fixture.memory.drawing.contains("“paint”"))
    await fixture.type("\t")
    #expect(fixture.screen.layers.prompt?.field.text == "\(paint)")
    #expect(fixture.memory.drawing.contains("waits for “buy paint”"))
    await fixture.type(" colo")
    try await fixture.waitUntil("the other one") { $0.contains("Tab \(color) “choose a colour”") }
    await fixture.type("\t\r")
    try await fixture.waitUntil("the mark") { $0.contains("▌◌    paint") && $0.contains("waits for 2 items") }
    await fixture.type("W: or nothing")
    try await fixture.waitUntil("no suggestion") { $0.contains("no open item has these words in its title") }
  }

  @Test func tabGoesThroughAllThatAreSuggested() async throws {
    let fixture = try await ScreenFixture(["here", "red one", "red two", "(red"], width: 90, height: 12)
    var numbers: [Int64] = []
    for title in ["red one", "red two", "(red"] { numbers.append(try await fixture.item(title).number) }
    await fixture.type("Wred")
    try await fixture.waitUntil("all") { [numbers] text in numbers.allSatisfy { text.contains("\($0) “") } }
    var seen: [String] = []
    for _ in 0..<4 {
      await fixture.type("\t")
      seen.append(fixture.screen.layers.prompt?.field.text ?? "")
    }
    #expect(Set(seen.prefix(3)) == Set(numbers.map(String.init)) && seen[3] == seen[0])
  }

  @Test func whatIsSuggestedIsOfTheFieldThatIsOpen() async throws {
    let fixture = try await fixture()
    let (paint, own) = try await (fixture.item("buy paint").number, fixture.item("paint").number)
    await fixture.type("Wpaint")
    try await fixture.waitUntil("the other one") { $0.contains("Tab \(paint) “buy paint”") }
    await fixture.escape()
    await fixture.type("jWpaint")
    try await fixture.waitUntil("the first one") { $0.contains("Tab \(own) “paint”") }
    #expect(!fixture.memory.drawing.contains("Tab \(paint)"))
  }

  @Test func numbersAndWordsAreToldApart() {
    let cases: [(String, String, String)] = [
      ("", "", ""), ("12", "12", ""), ("12 ", "12 ", ""), ("#12, 13 foo bar ", "#12, 13 ", "foo bar"),
      ("2024 report", "2024 ", "report"), ("paint 12", "", "paint 12"), ("  x", "  ", "x"),
    ]
    for (text, numbers, words) in cases {
      let split = ItemNumberWords.split(text)
      #expect(split.numbers == numbers[...] && split.words == words, "\(text)")
    }
  }

  @Test func whatWaitsAndIsDoneInItsFilterSaysSo() async throws {
    let fixture = try await ScreenFixture(
      items: ["paint", "buy paint"].map { NewItem(title: $0) }, width: 70, height: 12,
      filter: "is:waiting or is:blocked")
    let (paint, first) = try await (fixture.item("paint").id, fixture.item("buy paint").id)
    try await fixture.elsewhere().setBlockers(ids: [first], of: paint)
    try await fixture.waitUntil("it is there") { $0.selects("paint") }
    await fixture.type(" ")
    try await fixture.waitUntil("the words") { $0.contains("done: “paint”") }
  }

  @Test func aLoopIsRefusedInWordsBeforeEnterAndByIt() async throws {
    let fixture = try await fixture()
    let (first, second) = try await (fixture.item("paint"), fixture.item("buy paint"))
    try await fixture.elsewhere().setBlockers(ids: [second.id], of: first.id, at: ScreenFixture.now)
    try await fixture.waitUntil("the mark") { $0.contains("◌    paint") }
    await fixture.type("jW\(first.number)")
    #expect(fixture.drawing.contains("\n  “paint” waits for it already"))
    await fixture.type("\r")
    #expect(fixture.screen.notices.text == "“paint” waits for it already")
    await fixture.type("\u{15}\(second.number)")
    #expect(fixture.drawing.contains("\n  item \(second.number) can't wait for itself"))
    await fixture.type("\r")
    #expect(fixture.screen.layers.prompt != nil)
    #expect(try await fixture.item("buy paint").blockerIDs.isEmpty)
  }
}
