import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Searching, filters and orders")
@MainActor
struct SearchTests {
  private static let items = [
    NewItem(title: "Buy milk", priority: .high, dueAt: ScreenFixture.wholeDay(3), tags: ["home"], list: "Shop"),
    NewItem(title: "Write notes", notes: "about the MILKY way", dueAt: ScreenFixture.wholeDay(-1), tags: ["docs"]),
    NewItem(title: "Drink mílk", completedAt: ScreenFixture.day(0, at: 9)),
    NewItem(title: "Call Zoë", dueAt: ScreenFixture.day(0, at: 17), list: "My home"),
  ]

  private func fixture(
    width: Int = 70, height: Int = 12, _ configuration: Configuration = Configuration(), filter: String = ""
  ) async throws -> ScreenFixture {
    try await ScreenFixture(
      items: Self.items, width: width, height: height, configuration: configuration, filter: filter)
  }

  private func titles(_ fixture: ScreenFixture) -> [String] {
    fixture.lines.filter { $0.contains("○") || $0.contains("●") }.map { line in
      let rest = line.dropFirst(7)
      return Self.items.map(\.title).first { rest.hasPrefix($0) } ?? String(rest)
    }
  }

  @Test func aSearchThatFindsNothingKeepsThePlace() async throws {
    let fixture = try await ScreenFixture((1...9).map { "item \($0)" }, width: 80, height: 14)
    await fixture.type("jjjj/nothing like it")
    try await fixture.waitUntil("nothing") { $0.contains("No matches.") }
    await fixture.escape()
    try await fixture.waitUntil("the place") { $0.selects("item 5") }
    await fixture.type("/zzz\r")
    try await fixture.waitUntil("nothing") { $0.contains("No matches.") && !$0.contains(" / zzz") }
    await fixture.escape()
    try await fixture.waitUntil("the place again") { $0.selects("item 5") }
    // What was gone to in what was found is kept.
    await fixture.type("/item 7\r")
    try await fixture.waitUntil("it") { $0.selects("item 7") && !$0.contains("item 5") }
    await fixture.escape()
    try await fixture.waitUntil("all, from there") { $0.selects("item 7") && $0.contains("item 5") }
    await fixture.type("/item 2")
    try await fixture.waitUntil("it") { $0.selects("item 2") && !$0.contains("item 5") }
    await fixture.escape()
    try await fixture.waitUntil("back") { $0.selects("item 7") }
  }

  /// The first rows are there before the others; the cursor must not take another item for its own meanwhile.
  @Test func theCursorStaysOnItsItemInLongLists() async throws {
    let fixture = try await ScreenFixture((1...900).map { "item \($0) \($0 % 3 == 0 ? "third" : "")" })
    let whole = { fixture.screen.items.rows.isCurrent && fixture.screen.items.rows.shown.isComplete }
    try await fixture.waitUntil("all") { whole() && $0.contains("of 900") }
    await fixture.type("jj")
    try await fixture.waitUntil("third") { $0.selects("item 3 ") }
    await fixture.type("S")
    try await fixture.waitUntil("the other order") { whole() && $0.contains("updated ↑") }
    #expect(fixture.drawing.selects("item 3 "))
    await fixture.type("S")
    try await fixture.waitUntil("the first order") { whole() && $0.contains("updated ↓") }
    #expect(fixture.drawing.selects("item 3 "))
    await fixture.type("/third")
    try await fixture.waitUntil("found") { $0.contains("300 found") && $0.selects("item 3 ") }
    await fixture.escape()
    try await fixture.waitUntil("all again") { whole() && $0.contains("of 900") && $0.contains("item 4") }
    #expect(fixture.drawing.selects("item 3 "))
    // One that is not found is left.
    await fixture.type("k/third")
    try await fixture.waitUntil("the first that is found") { $0.contains("300 found") && $0.selects("item 3 ") }
  }

  /// A list that is read anew because time goes by is no other list.
  @Test func whatIsSelectedStaysSoWhenTheListIsReadAnew() async throws {
    let items = (1...300).map { NewItem(title: "item \($0)", dueAt: ScreenFixture.day(-1, at: 9)) }
    let fixture = try await ScreenFixture(items: items, filter: "is:overdue")
    let whole = { fixture.screen.items.rows.isCurrent && fixture.screen.items.rows.shown.isComplete }
    try await fixture.waitUntil("all") { _ in whole() && fixture.screen.items.rows.count == 300 }
    await fixture.type("Gxg")
    try await fixture.waitUntil("the last one") { $0.contains("1 selected") && $0.selects("item 1") }
    fixture.wallClock.now.addTimeInterval(90)
    await fixture.type("j")
    try await fixture.waitUntil("the same again") { whole() && $0.selects("item 2") }
    #expect(fixture.drawing.contains("1 selected"))
  }

  @Test func findsAsOneTypesInTitlesAndNotesWithoutRegardToCaseAndAccents() async throws {
    let fixture = try await fixture()
    await fixture.type("/MILK")
    try await fixture.waitUntil("three rows") { $0.contains("3 found") }
    #expect(titles(fixture) == ["Buy milk", "Write notes", "Drink mílk"])
    await fixture.type(" is:open\r")
    // The rows and their number are read apart from each other.
    try await fixture.waitUntil("two rows") {
      $0.contains("2 of 4") && $0.contains("/MILK is:open") && !$0.contains("Drink mílk")
    }
    #expect(titles(fixture) == ["Buy milk", "Write notes"])
  }

  @Test(arguments: [#"milk\"#, #"milk\\\"#])
  func aSearchThatEndsInABackslashLeavesTheFilterAsItIs(_ search: String) throws {
    var listing = Listing(filter: "#home")
    listing.search = search
    let conditions = try listing.query(DateReference()).terms.map(\.condition)
    let alone = try ItemQuery(search).terms.map(\.condition)
    #expect(conditions == alone + [.tag(key: "home")])
  }

  @Test func aSearchWithAlternativesIsWithinTheFilter() throws {
    var listing = Listing(filter: "#home or #work")
    listing.search = "milk or bread"
    let query = try listing.query(DateReference())
    #expect(query.text == "(milk or bread) (#home or #work)" && query.terms.count == 2)
    listing.search = "milk or"
    #expect(try listing.query(DateReference()).terms.count == 3)
    listing.search = "(milk"
    #expect(throws: QueryError.self) { try listing.query(DateReference()) }
  }

  @Test func showsWhatWasFoundWithinTitles() async throws {
    let fixture = try await fixture()
    await fixture.type("/milk")
    try await fixture.waitUntil("the rows") { $0.contains("3 found") }
    let row = fixture.memory.buffer.row(3)
    let styles = row.map(\.style.attributes)
    #expect(styles[7..<13].allSatisfy { !$0.contains(.underline) })
    #expect(styles[13..<17].allSatisfy { $0.contains(.underline) })
  }

  @Test func aMistakeIsShownAtItsPlaceWithWhatTheOtherTermsFind() async throws {
    let fixture = try await fixture()
    await fixture.type("/milk")
    try await fixture.waitUntil("the rows") { $0.contains("3 found") }
    await fixture.type("\u{1b}[200~ due:x\u{1b}[201~")
    #expect(titles(fixture).count == 3)
    let lines = fixture.memory.drawing.split(separator: "\n", omittingEmptySubsequences: false)
    let field = try #require(lines.firstIndex { $0.hasPrefix(" / milk due:x") })
    #expect(lines[field + 1].contains("^") && lines[field + 1].contains("isn't a date"))
    await fixture.type("\r")
    #expect(fixture.memory.drawing.contains(" / milk due:x"))
    await fixture.type("\u{7f}today\r")
    try await fixture.waitUntil("no row") { $0.contains("No matches.") }
  }

  @Test func aFilterThatIsBeingTypedLeavesWhatTheOtherTermsFind() async throws {
    let fixture = try await fixture()
    await fixture.type("/milk ")
    try await fixture.waitUntil("the rows") { $0.contains("3 found") }
    // What stands there as a word is looked for; from the colon on it is known to be none.
    await fixture.type("is")
    try await fixture.waitUntil("none") { $0.contains("0 found") }
    await fixture.type(":")
    try await fixture.waitUntil("the rows again") { $0.contains("3 found") && $0.contains("needs a value") }
    for letter in "ope" {
      await fixture.type(String(letter))
      #expect(titles(fixture) == ["Buy milk", "Write notes", "Drink mílk"])
      #expect(fixture.memory.drawing.contains("3 found") && fixture.memory.drawing.contains("takes one of"))
    }
    await fixture.type("n")
    try await fixture.waitUntil("the open ones") { $0.contains("2 found") && !$0.contains("takes one of") }
    await fixture.type("\u{15}is:opne")
    try await fixture.waitUntil("everything") { $0.contains("4 found") && $0.contains("takes one of") }
  }

  @Test(arguments: [
    ("milk is:opne", "milk "), ("is:opne milk", "milk"), ("a due:\"24 x\" b prio:? c", "a b c"), ("is:", ""),
    ("a \"b c", "a "), ("-is:x a", "a"), ("a b", "a b"), ("#", "#"),
    (String(repeating: "is:x ", count: 9) + "a", ""), ("(milk or", "(milk )"), ("(is:opne or milk) x", "(milk) x"),
    ("a -(b or is:x", "a -(b )"), ("a (", "a "), ("a )", "a "), ("a (b)) c", "a (b) c"), ("-is:x)", ""),
  ])
  func ofASearchTheTermsThatMakeSenseAreLeft(_ text: String, _ rest: String) {
    let search = SensibleSearch(text, DateReference())
    #expect(search.text == rest && (search.problem == nil) == (text == rest))
  }

  @Test func escapeClearsTheSearchAndTheCursorStaysOnItsItem() async throws {
    let fixture = try await fixture()
    await fixture.type("/zoë\r")
    try await fixture.waitUntil("one row") { $0.contains("open 1 of 1") }
    await fixture.escape()
    try await fixture.waitUntil("all rows") { $0.contains("open 3 of 4") }
    #expect(fixture.memory.drawing.contains("▌○    Call Zoë"))
  }

  @Test func keysTypedAheadOfASearchMeanWhatItFinds() async throws {
    let fixture = try await fixture()
    await fixture.type("/zoë\rp")
    try await fixture.waitUntil("the priority") { $0.contains("▌○ ·  Call Zoë") }
    #expect(try await fixture.item("Buy milk").priority == .high)
    #expect(try await fixture.item("Call Zoë").priority == .low)
  }

  @Test func goesFromMatchToMatchAndAround() async throws {
    let fixture = try await fixture()
    await fixture.type("n")
    #expect(fixture.memory.drawing.contains("next match: there is no search; / starts one"))
    await fixture.type("/milk\r")
    // They are counted and read side by side.
    try await fixture.waitUntil("the rows") { $0.contains("open 2 of 3") && !$0.contains("Call Zoë") }
    await fixture.type("nn")
    #expect(fixture.memory.drawing.contains("▌●    Drink mílk"))
    await fixture.type("n")
    #expect(fixture.memory.drawing.contains("▌○ !! Buy milk"))
    await fixture.type("N")
    #expect(fixture.memory.drawing.contains("▌●    Drink mílk"))
  }

  @Test func matchesTypedAheadAreThoseOfTheSearch() async throws {
    let fixture = try await fixture()
    await fixture.type("/milk\rn")
    try await fixture.waitUntil("the second match") { $0.selects("Write notes") && !$0.contains("Call Zoë") }
  }

  @Test func whatIsFoundInTheNotesAloneIsShownBesideTheTitle() async throws {
    let fixture = try await fixture()
    await fixture.type("/milky\r")
    try await fixture.waitUntil("the notes") { $0.contains("Write notes  about the MILKY way") }
    await fixture.type("/ notes\r")
    try await fixture.waitUntil("it still, as the title has only the other word") {
      $0.contains("/milky notes") && $0.contains("Write notes  about the MILKY way")
    }
    await fixture.escape()
    try await fixture.waitUntil("all rows") { $0.contains("Call Zoë") && !$0.contains("MILKY") }
  }

  @Test(arguments: [
    ("one\ntwo milk three\nfour", "two milk three"), ("a long line with much before milk", "…much before milk"),
    ("Something about milk", "…about milk"), ("averylongwordbeforemilk", "…ngwordbeforemilk"),
    ("nothing", nil), ("Milk is in the title", nil),
  ])
  func anExcerptIsOneLineFromALittleBefore(_ notes: String, _ text: String?) {
    let title = notes.hasPrefix("Milk") ? "Buy mílk" : "Buy"
    #expect(NotesExcerpt(of: notes, title: title, lookingFor: ["milk"])?.text == text)
  }

  /// A long title leaves room for the reason that the row is there.
  @Test(arguments: [60, 80, 120]) func aMatchInTheNotesStandsBesideALongTitle(_ width: Int) async throws {
    let title = "Renew the certificate for mail.example.org before it expires, and tell all who use it about that"
    let fixture = try await ScreenFixture(
      items: [NewItem(title: title, notes: "The authority needs the old token for it.", tags: ["ops"])], width: width)
    await fixture.type("/token")
    try await fixture.waitUntil("the reason") { $0.contains("token for") && $0.contains("Renew the cert") }
  }

  @Test func whatWasFoundIsSeenEvenWhereThereIsLittleRoom() throws {
    let notes = "The sleeper leaves Berlin at 18:52"
    let excerpt = try #require(NotesExcerpt(of: notes, title: "", lookingFor: ["berlin"]))
    let roles = Roles(Configuration())
    #expect(excerpt.line(["berlin"], roles, width: 30).description == "  …leaves Berlin at 18:52")
    #expect(excerpt.line(["berlin"], roles, width: 17).description == "  …leaves Berlin…")
    #expect(excerpt.line(["berlin"], roles, width: 16).description == "  …Berlin at 18…")
  }

  @Test func theNumbersComeBackAfterASearchThatWasErased() async throws {
    let fixture = try await fixture()
    await fixture.type("/milk\u{7f}\u{7f}\u{7f}\u{7f}")
    await fixture.escape()
    try await fixture.waitUntil("the numbers") { $0.contains("open 3 of 4") }
  }

  @Test func aSearchWithinAFilterSaysWhatItFindsElsewhereAndAKeyShowsIt() async throws {
    let fixture = try await fixture(filter: "is:open")
    await fixture.type("/mi")
    try await fixture.waitUntil("the matches") { _ in titles(fixture) == ["Buy milk", "Write notes"] }
    #expect(!fixture.memory.drawing.contains("Elsewhere"))
    await fixture.type("lk\r")
    try await fixture.waitUntil("the number") { $0.contains("Elsewhere  1  ▸  \\ searches all items") }
    await fixture.type("\\")
    try await fixture.waitUntil("all") { _ in Set(titles(fixture)) == ["Buy milk", "Write notes", "Drink mílk"] }
    #expect(!fixture.memory.drawing.contains("Elsewhere"))
    await fixture.type("\\")
    #expect(fixture.memory.drawing.contains("all items are searched already"))
    #expect(fixture.memory.drawing.contains("Esc back"))
    await fixture.escape()
    try await fixture.waitUntil("the filter again") { $0.contains("docket · open /milk") && !$0.contains("Drink") }
    await fixture.escape()
    try await fixture.waitUntil("no search") { $0.contains("docket · open  ") }
  }

  @Test func aSearchWithoutMatchesSaysHowManyThereAreElsewhere() async throws {
    let fixture = try await fixture(filter: "is:open")
    await fixture.type("/drink")
    try await fixture.waitUntil("what can be done, uncounted") { $0.contains("Enter \\  search all items") }
    await fixture.type("\r")
    try await fixture.waitUntil("the advice") {
      $0.contains("No matches in “open”.") && $0.contains("\\  1 elsewhere")
    }
    await fixture.type("\\")
    try await fixture.waitUntil("it") { _ in titles(fixture) == ["Drink mílk"] }
  }

  @Test func whatASearchFindsElsewhereIsCountedAgainWhenItChanges() async throws {
    let fixture = try await fixture(filter: "is:open")
    await fixture.type("/zzz\r")
    try await fixture.waitUntil("no match") { $0.contains("No matches in “open”.") }
    try await fixture.elsewhere().newItems([NewItem(title: "zzz", completedAt: ScreenFixture.day(0, at: 9))])
    try await fixture.waitUntil("the number") { $0.contains("\\  1 elsewhere") }
  }

  /// The filter is what Esc leads back to, and what the next start shows.
  @Test func searchingAllItemsKeepsTheFilter() async throws {
    let fixture = try await fixture(filter: "is:open")
    await fixture.type("/drink\r\\")
    try await fixture.waitUntil("it") { _ in titles(fixture) == ["Drink mílk"] }
    #expect(fixture.screen.items.listing.filter.query == "is:open")
    await fixture.type("/\u{15}milk\r")
    try await fixture.waitUntil("still all") { $0.contains("docket · all /milk") && $0.contains("Drink") }
    await fixture.type("/\u{15}\r")
    try await fixture.waitUntil("the filter") { $0.contains("docket · open") && !$0.contains("Drink") }
  }

  @Test func enterOnAFaultySearchSaysWhyNothingHappens() async throws {
    let fixture = try await fixture()
    await fixture.type("/due:soon\r")
    #expect(fixture.drawing.contains("fix the marked term first"))
  }

  @Test func numbersOfTheListBeforeAreNotShownForTheNextOne() async throws {
    let fixture = try await fixture()
    var headers: [Substring] = []
    try fixture.screen.show(Listing(filter: NamedQuery(name: "shop", query: "list:shop")))
    for _ in 0..<20 {
      await fixture.application.idle()
      headers.append(fixture.drawing.prefix { $0 != "\n" })
    }
    try await fixture.waitUntil("its own") { $0.contains("open 1 of 1") }
    #expect(!headers.contains { $0.contains("open 3 of 4") })
  }

  @Test func theMenuOfOrdersSortsAndReverseReverses() async throws {
    let fixture = try await fixture(height: 14)
    await fixture.type("s")
    #expect(fixture.memory.drawing.contains("due, soonest first"))
    await fixture.type("d")
    try await fixture.waitUntil("the order") { $0.contains("by due ↑") }
    try await fixture.waitUntil("the rows") { _ in
      titles(fixture) == ["Write notes", "Call Zoë", "Buy milk", "Drink mílk"]
    }
    await fixture.type("S")
    try await fixture.waitUntil("the rows") { _ in
      titles(fixture) == ["Drink mílk", "Buy milk", "Call Zoë", "Write notes"]
    }
    await fixture.type("/sort:title")
    try await fixture.waitUntil("the order of the search") { $0.contains("by title ↑") }
  }

  @Test func theMenuOfFiltersShowsNumbersAndIsFoundByLetters() async throws {
    let fixture = try await fixture(height: 20)
    await fixture.type("f")
    try await fixture.waitUntil("the numbers") { drawing in
      ["open +3", "overdue +1", "done +1", "all +4", "Shop +list +1", "#docs +1"].allSatisfy {
        drawing.contains((try? Regex($0)) ?? Regex(/never/))
      }
    }
    await fixture.type("over\r")
    try await fixture.waitUntil("the filter") { $0.contains("docket · overdue") && $0.contains("1 of 4") }
    try await fixture.waitUntil("its rows") { _ in titles(fixture) == ["Write notes"] }
    await fixture.type("fmy home\r")
    try await fixture.waitUntil("the list") { $0.contains("docket · My home") && $0.contains("open 1 of 1") }
    await fixture.type("f#home\r")
    try await fixture.waitUntil("the tag") { $0.contains("docket · #home") && $0.contains("▌○ !! Buy milk") }
    await fixture.type("fall\r")
    try await fixture.waitUntil("all") { $0.contains("docket · all") && $0.contains("open 3 of 4") }
  }

  /// The choices with a mark, without their details.
  private func marked(_ fixture: ScreenFixture) -> [String] {
    fixture.lines.filter { $0.contains("✓") }.map { line in
      String(line.drop { $0 != "✓" }.dropFirst().split(separator: /\s{2,}|│/)[0])
    }
  }

  @Test func theMenuOfFiltersMarksTheOneThatIsShown() async throws {
    let fixture = try await fixture(height: 20)
    for (name, keys) in [("all", "foverdue\r"), ("overdue", "fmy home\r"), ("My home", "")] {
      await fixture.type("f")
      try await fixture.waitUntil("the mark at \(name)") { _ in marked(fixture) == [name] }
      await fixture.escape()
      await fixture.type(keys)
    }
  }

  /// Reversed it is the same order.
  @Test func theMenuOfOrdersMarksTheOneThatHolds() async throws {
    let fixture = try await fixture(height: 20)
    for (order, keys) in [("updated, newest first", "sd"), ("due, soonest first", "S"), ("due, soonest first", "")] {
      await fixture.type("s")
      #expect(marked(fixture) == [order])
      await fixture.escape()
      await fixture.type(keys)
    }
  }

  @Test func filtersOfTheConfigurationFileAreInTheMenu() async throws {
    var configuration = Configuration()
    configuration.filters = [SavedFilter(name: "urgent", query: "prio:high is:open")]
    let fixture = try await fixture(height: 20, configuration)
    await fixture.type("furg\r")
    try await fixture.waitUntil("the filter") { $0.contains("docket · urgent") && titles(fixture) == ["Buy milk"] }
  }

  @Test func beginsWithTheFilterThatIsAskedFor() async throws {
    let fixture = try await fixture(filter: "is:open")
    #expect(fixture.memory.drawing.contains("docket · open"))
    #expect(titles(fixture) == ["Buy milk", "Write notes", "Call Zoë"])
  }

  @Test func aFilterWithoutItemsSaysHowToGoOn() async throws {
    let fixture = try await fixture(filter: "tag:nothing")
    try await fixture.waitUntil("the advice") { $0.contains("Nothing matches “tag:nothing”.") }
    #expect(fixture.memory.drawing.contains("f  show something else"))
  }

  @Test func whatBecomesOverdueComesIntoItsFilterWithTheNextKey() async throws {
    let fixture = try await fixture(filter: "is:overdue")
    #expect(titles(fixture) == ["Write notes"])
    fixture.wallClock.now = ScreenFixture.day(0, at: 18)
    await fixture.type("j")
    try await fixture.waitUntil("both") { _ in titles(fixture) == ["Write notes", "Call Zoë"] }
  }

  @Test func anOrderChosenWhileSearchingStaysWhenTheSearchIsCleared() async throws {
    let fixture = try await fixture(height: 14)
    await fixture.type("/milk\rst")
    try await fixture.waitUntil("the order") { $0.contains("by title ↑") }
    await fixture.escape()
    try await fixture.waitUntil("all rows") { $0.contains("open 3 of 4") && $0.contains("by title ↑") }
  }

  @Test func anItemThatDisappearsFromALongListByAShortSearchLeavesTheCursorInTheList() async throws {
    let fixture = try await ScreenFixture((1...40).map { "item \($0)" }, width: 60, height: 12)
    await fixture.type("G/tem 12\r")
    try await fixture.waitUntil("one row") { $0.contains("open 1 of 1") && $0.contains("▌○    item 12") }
  }
}
