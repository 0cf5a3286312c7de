import DocketConfiguration
import DocketData
import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Adding and labelling items by typing")
@MainActor
struct TypingTests {
  private static let items = [
    NewItem(title: "first", tags: ["docs", "home"], list: "Work"), NewItem(title: "second", list: "My list"),
    NewItem(title: "third"),
  ]

  private func fixture(filter: String = "") async throws -> ScreenFixture {
    try await ScreenFixture(items: Self.items, width: 90, height: 12, filter: filter)
  }

  @Test func showsWhatWasUnderstoodOfANewItemWhileItIsTyped() async throws {
    let fixture = try await fixture()
    await fixture.type("aBuy milk #home !high @tomorrow 9:00 >Shop every:week")
    #expect(
      fixture.memory.drawing.contains(
        "  due tomorrow 09:00 · every week · in the new list Shop · high priority · #home"))
    await fixture.type("\r")
    try await fixture.waitUntil("the item") { $0.contains("▌○ !! Buy milk") && $0.contains("tomorrow") }
    let item = try await fixture.item("Buy milk")
    #expect(item.tags == ["home"] && item.list == "Shop" && item.recurrence == Recurrence(rawValue: "week"))
  }

  @Test func namesAreCompletedOneAfterTheOther() async throws {
    let fixture = try await fixture()
    await fixture.type("aNew #h")
    try await fixture.waitUntil("the candidates") { $0.contains("Tab home") }
    await fixture.type("\t")
    #expect(fixture.memory.drawing.contains(" add: New #home"))
    await fixture.type(" >\t")
    #expect(fixture.memory.drawing.contains(" add: New #home >\"My list\""))
    await fixture.type("\t")
    #expect(fixture.memory.drawing.contains(" add: New #home >Work"))
  }

  @Test func whatWasUnderstoodStandsBesideWhatCompletesIt() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "a", list: "Work"), NewItem(title: "b", tags: ["home"], list: "Work.api")], width: 110)
    await fixture.type("ax @fri 9 >Wor")
    try await fixture.waitUntil("both") {
      $0.contains("  due Fri · ") && $0.contains(" · in the new list Wor · Tab Work")
    }
    // It is whole, and goes on only if more of it is typed.
    await fixture.type("k")
    try await fixture.waitUntil("the list alone") { $0.contains("in list Work") && !$0.contains("Tab Work") }
    await fixture.type("\t")
    #expect(!fixture.drawing.contains(">Work.api"))
    await fixture.type(".")
    try await fixture.waitUntil("the list below") { $0.contains("Tab Work.api") }
    await fixture.type("\t\t #ho\t")
    #expect(fixture.drawing.contains(" >Work.api #home") && !fixture.drawing.contains("Tab home"))
  }

  @Test func whatChangesNothingSaysSoUntilTheNextKey() async throws {
    let fixture = try await ScreenFixture(items: [NewItem(title: "first")], width: 80)
    await fixture.type("@fri\r")
    try await fixture.waitUntil("it is due") { $0.contains("Fri") && $0.contains("saved ✓") }
    for keys in ["@fri\r", "@\r", "#\r", "w\r", "e\r"] {
      await fixture.type(keys)
      #expect(fixture.drawing.contains("nothing changed"), "\(keys)")
      await fixture.type("j")
      #expect(!fixture.drawing.contains("nothing changed"), "\(keys)")
    }
    #expect(try await fixture.elsewhere().undo() == ["set the due date of “first”"])
  }

  @Test func aNumberBehindADayIsSaidToStayInTheTitle() async throws {
    let fixture = try await fixture()
    await fixture.type("aTalk to Bob @fri 9")
    #expect(fixture.drawing.contains(" · “9” stays in the title; @fri 9:00 is a date"))
    await fixture.type(":00")
    #expect(!fixture.drawing.contains("stays in the title") && fixture.drawing.contains("09:00"))
  }

  @Test func anItemAddedToAListOrATagBelongsToIt() async throws {
    let fixture = try await fixture(filter: "list:work #docs")
    await fixture.type("amore")
    #expect(fixture.memory.drawing.contains("#docs"))
    await fixture.type("\r")
    try await fixture.waitUntil("the item") { $0.contains("▌○    more") }
    let item = try await fixture.item("more")
    #expect(item.list == "Work" && item.tags == ["docs"])
  }

  @Test(arguments: ["is:today", "is:open due:today"])
  func anItemAddedToADayIsDueThen(_ filter: String) async throws {
    let fixture = try await fixture(filter: filter)
    await fixture.type("anew")
    #expect(fixture.drawing.contains("  due today"))
    await fixture.type("\r")
    try await fixture.waitUntil("the item") { $0.contains("▌○    new") }
  }

  @Test func anItemThatIsNotAmongstWhatIsShownIsAddedAndSaid() async throws {
    let fixture = try await fixture(filter: "is:done")
    await fixture.type("anew\r")
    try await fixture.waitUntil("the notice") { $0.contains("added “new”, which the current filter hides") }
    // What the next command says takes its place.
    await fixture.type("b")
    await fixture.application.idle()
    #expect(!fixture.drawing.contains("added “new”"))
    await fixture.type("b")
    // Keys go on working: nothing is waited for.
    await fixture.type("aagain\r")
    try await fixture.waitUntil("the second") { $0.contains("added “again”") }
  }

  @Test func whatIsMissedInAnItemThatIsHiddenIsSaidWithoutTheKeyThatEditsAnother() async throws {
    let fixture = try await fixture(filter: "is:open")
    await fixture.type("amilk @tomorow after:1\r")
    try await fixture.waitUntil("the notice") { $0.contains("kept in the title") }
    #expect(fixture.drawing.contains("e edit"))
    let hidden = try await self.fixture(filter: "is:done")
    await hidden.type("amilk @tomorow\r")
    try await hidden.waitUntil("the notice") { $0.contains("which the current filter hides; “@tomorow” isn't a date") }
    #expect(hidden.drawing.contains(/kept in\n +the title +f filters/))
  }

  @Test(arguments: [
    ("milk @2030-02-30 ", "“@2030-02-30” isn't a date; kept in the title"),
    (
      "milk !urgentish #x",
      "  “!urgentish” isn't a priority; kept in the title; priorities are none, low, me"
    ),
    (
      "milk !urgentish @tomorow #wo",
      "\n  kept in the title: !urgentish @tomorow"
    ),
    ("milk every:blah ", "“every:blah” isn't a repetition; kept in the title; one is every:week or every:last fri"),
    ("milk +home ", "“+home” isn't a mark; kept in the title; write #home"),
    ("milk +q4", "“+q4” isn't a mark; kept in the title; write #q4"),
    ("milk @tomo", "“@tomo” isn't a date yet; kept in the title"),
  ])
  func aWordThatIsNoDateOrPriorityOrRepetitionSaysSo(_ text: String, _ words: String) async throws {
    let fixture = try await fixture()
    await fixture.type("a\(text)")
    #expect(fixture.memory.drawing.contains(words))
    await fixture.type("\r")
    try await fixture.waitUntil("the item") { $0.contains("milk ") && $0.contains("saved ✓") }
  }

  @Test func anItemCanStartLaterAndWaitForOthers() async throws {
    let fixture = try await fixture()
    let first = try await fixture.item("first")
    await fixture.type("aBuy ~tomorrow after:\(first.number)")
    #expect(fixture.memory.drawing.contains("  starts tomorrow · after \(first.number)"))
    await fixture.type("\r")
    try await fixture.waitUntil("the item") { $0.contains("▌◌    Buy") }
    let item = try await fixture.item("Buy")
    #expect(item.blockerIDs == [first.id] && item.start?.day != nil)
    await fixture.type("aSell after:99\r")
    try await fixture.waitUntil("the note") { $0.contains("“after:99” isn't a known item; kept in the title") }
    #expect(try await fixture.item("Sell after:99").blockerIDs == [])
  }

  @Test func aLongTextIsUnderstoodOnceItIsSaved() async throws {
    let fixture = try await fixture()
    let words = String(repeating: "word ", count: PromptPreview.maxBytes / 5)
    await fixture.type("a\u{1b}[200~\(words)#x y\u{1b}[201~")
    #expect(fixture.memory.drawing.contains("are read when it is saved"))
    await fixture.type("\r")
    try await fixture.waitUntil("the item") { $0.contains("#x") && $0.contains("saved ✓") }
  }

  @Test(arguments: [
    "milk @tomorrow 17:00 !high every:week", "wow ! it is @ home !!", "\\@home \\!x \\every:x", "a@b.example", "",
    "@\"24 dec 8:00\" x",
  ])
  func whatIsUnderstoodOrMeantLiterallyIsNotMissed(_ text: String) {
    let tokens = QuickAdd(text, DateReference(now: ScreenFixture.now)).tokens
    #expect(MissedToken.all(in: text, tokens).isEmpty)
  }

  @Test func tagsOfOneItemAreEditedAndOfSeveralAddedAndTakenAway() async throws {
    let fixture = try await fixture()
    await fixture.type("#")
    #expect(fixture.memory.drawing.contains(" tags: docs home"))
    await fixture.type("new -home\r")
    try await fixture.waitUntil("the tags") { $0.contains("#docs #new") }
    await fixture.type("xx#all -docs\r")
    try await fixture.waitUntil("the tags of both") { $0.contains("#new #all") }
    #expect(try await fixture.item("second").tags == ["all"])
    #expect(try await fixture.elsewhere().log().first?.words == "tag 2 items")
  }

  @Test func aTagThatCannotBeOneIsRefusedAndTheTextStays() async throws {
    let fixture = try await fixture()
    await fixture.type("#" + String(repeating: "x", count: 70) + "\r")
    try await fixture.waitUntil("the reason") { $0.contains("not saved") && $0.contains("“xxx") }
    #expect(fixture.memory.drawing.contains(" tags: "))
  }

  @Test func dueDatesAreShownAsTheyAreUnderstood() async throws {
    let fixture = try await fixture()
    await fixture.type("@xyz")
    #expect(fixture.memory.drawing.contains("not a date yet"))
    await fixture.type("\r")
    #expect(fixture.memory.drawing.contains(" due: xyz"))
    #expect(fixture.memory.drawing.contains("“xyz” isn't a date"))
    await fixture.type("\u{15}tomorrow 17:00")
    #expect(fixture.memory.drawing.contains("  due ") && fixture.memory.drawing.contains(" 17:00"))
    await fixture.type("\r")
    try await fixture.waitUntil("the date") { $0.contains("tomorrow") && $0.contains("saved ✓") }
    await fixture.type("@\u{7f}\r")
    try await fixture.waitUntil("no date") { !$0.contains("tomorrow") && $0.contains("saved ✓") }
  }

  @Test func aDayInPlaceOfATimeSaysThatTheTimeGoes() async throws {
    let fixture = try await ScreenFixture(["first"], width: 90)
    await fixture.type("@tomorrow 17:00\r")
    try await fixture.waitUntil("the date") { $0.contains("tomorrow 17:00") && !$0.contains(" due: ") }
    await fixture.type("@2027-01-08")
    #expect(fixture.drawing.contains("  due Fri 8 Jan 2027 · without the time 17:00"))
    await fixture.type(" 9:00")
    #expect(fixture.drawing.contains("  due Fri 8 Jan 2027 09:00") && !fixture.drawing.contains("without"))
    await fixture.type("\u{15}2027-01-08\r")
    try await fixture.waitUntil("the day") { $0.contains("2027-01-08") && !$0.contains(" due: ") }
    await fixture.type("@tomorrow")
    #expect(!fixture.drawing.contains("without"))
  }

  @Test func aDayForItemsWithSeveralDatesSaysThatNoneKeepsATime() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 90)
    await fixture.type("@tomorrow 17:00\r")
    try await fixture.waitUntil("the date") { $0.contains("tomorrow 17:00") && !$0.contains(" due: ") }
    await fixture.type("*@2027-01-08")
    #expect(fixture.drawing.contains("  due Fri 8 Jan 2027 · without times of day"))
    await fixture.type(" 9:00")
    #expect(!fixture.drawing.contains("without"))
  }

  @Test func itemsMoveToListsThatAreMadeIfNeeded() async throws {
    let fixture = try await fixture()
    await fixture.type("jj>W\t")
    #expect(fixture.memory.drawing.contains(" list: Work"))
    await fixture.type("\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("third").list == "Work")
    await fixture.type(">Else")
    #expect(fixture.memory.drawing.contains("a new list “Else”"))
    await fixture.type("\r")
    try await fixture.waitUntil("the undo of it") { $0.contains("saved ✓") }
    #expect(try await fixture.item("third").list == "Else")
    await fixture.type(">\u{7f}\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("third").list == nil)
  }

  /// As in a new item.
  @Test func aListIsAlsoNamedWithItsMark() async throws {
    let fixture = try await fixture()
    await fixture.type("jj>>Work")
    #expect(!fixture.drawing.contains("new list"))
    await fixture.type("shop")
    #expect(fixture.drawing.contains("a new list “Workshop”"))
    await fixture.type("\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("third").list == "Workshop")
    await fixture.type(">\u{15}>")
    #expect(fixture.drawing.contains("  no list"))
    await fixture.type("\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("third").list == nil)
  }

  @Test func marksInATitleAreSaidToStayThere() async throws {
    let fixture = try await ScreenFixture(items: [NewItem(title: "call #1")], width: 110)
    await fixture.type("e today")
    #expect(!fixture.drawing.contains("stays in the title"))
    await fixture.type(" #home !high")
    #expect(
      fixture.drawing.contains(
        "“#home” and 1 more stay in the title; # in the list is for it: tags"))
    await fixture.type("\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}")
    #expect(fixture.drawing.contains("  “#home” stays in the title; # in"))
    await fixture.type("\r")
    try await fixture.waitUntil("saved") { $0.contains("saved ✓") }
    #expect(try await fixture.item("call #1 today #home").tags.isEmpty)
  }

  @Test func aNewItemThatWasLeftIsADraftUntilItIsAddedOrEmptied() async throws {
    let fixture = try await ScreenFixture(["first"], width: 80)
    await fixture.type("abuy milk #home")
    await fixture.escape()
    #expect(!fixture.drawing.contains(" add: ") && fixture.drawing.contains("kept as a draft; a brings it back"))
    // That of a sub-item is another one.
    await fixture.type("A")
    #expect(fixture.screen.layers.prompt?.field.text == "")
    await fixture.type("first step")
    await fixture.escape()
    #expect(fixture.drawing.contains("kept as a draft; A brings it back"))
    await fixture.type("j")
    #expect(fixture.drawing.contains("kept as a draft"), "a move is no command")
    await fixture.type("a")
    #expect(!fixture.drawing.contains("kept as a draft"))
    #expect(fixture.drawing.contains(" add: buy milk #home"))
    #expect(fixture.drawing.contains("\n  a draft; ^u clears it · #home") && fixture.drawing.contains("Esc keep draft"))
    await fixture.type("\u{01}")
    #expect(fixture.drawing.contains("\n  a draft · #home"), "the key would clear nothing")
    await fixture.type("\u{05} now")
    #expect(fixture.drawing.contains("\n  #home"), "it is no draft any more")
    await fixture.type("\r")
    try await fixture.waitUntil("the item") { $0.selects("buy milk now") }
    await fixture.type("a")
    #expect(fixture.screen.layers.prompt?.field.text == "")
    #expect(fixture.drawing.contains("Esc cancel"))
    await fixture.escape()
    await fixture.type("jA")
    #expect(fixture.screen.layers.prompt?.field.text == "first step")
    await fixture.type("\u{15}")
    await fixture.escape()
    await fixture.type("A")
    #expect(fixture.screen.layers.prompt?.field.text == "")
  }

  @Test func aTitleThatWasLeftIsADraftThatOverwritesNothingUnasked() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 80)
    await fixture.type("e and more")
    #expect(fixture.drawing.contains("Esc keep draft"))
    await fixture.escape()
    #expect(fixture.drawing.contains("kept as a draft; e brings it back"))
    // That of another item is its own.
    await fixture.type("je")
    #expect(fixture.screen.layers.prompt?.field.text == "second" && fixture.drawing.contains("Esc cancel"))
    await fixture.escape()
    #expect(!fixture.drawing.contains("kept as a draft"), "nothing was typed")
    await fixture.type("ke")
    #expect(fixture.drawing.contains(" edit: first and more") && fixture.drawing.contains("a draft; ^u clears it"))
    await fixture.escape()
    await fixture.type("q")
    #expect(fixture.drawing.contains("q again discards your draft “first and more”"))
    let (handler, id) = (try await fixture.elsewhere(), try await fixture.item("first").id)
    try await handler.updateItems(ids: [id], ItemChanges(title: "theirs"))
    try await fixture.waitUntil("the other title") { $0.contains("theirs") }
    await fixture.type("gg")
    await fixture.type(fixture.screen.items.view.selectedID == id ? "e\r" : "je\r")
    try await fixture.waitUntil("the question") { $0.contains("Enter overwrites, Esc keeps theirs") }
    #expect(try await fixture.item("theirs").id == id)
    await fixture.escape()
    await fixture.type("e\r")
    try await fixture.waitUntil("it is asked again") {
      $0.contains(" edit: first and more") && $0.contains("Enter overwrites, Esc keeps theirs")
    }
    #expect(try await fixture.item("theirs").id == id)
    await fixture.type("\r")
    try await fixture.waitUntil("it is saved") { $0.contains("first and more") && $0.contains("saved ✓") }
  }

  @Test func whatIsOfferedToBeTypedIsWholeOrLeftOut() async throws {
    let tags = (1...9).map { "tag-number-\($0)" }
    let fixture = try await ScreenFixture(items: [NewItem(title: "first", tags: tags)], width: 80)
    await fixture.type("rzzz")
    #expect(
      fixture.drawing.contains(
        "\n  not a repetition yet: daily, weekdays, mon,wed, 'after 3 days', …\n"))
    await fixture.escape()
    await fixture.type("@zzz")
    #expect(fixture.drawing.contains("2026-12-24, fri 17:00\n"))
    await fixture.escape()
    await fixture.type("anew #")
    try await fixture.waitUntil("the tags") {
      $0.contains("\n  Tab tag-number-1  tag-number-2  tag-number-3  tag-number-4  tag-number-5  …\n")
    }
  }

  @Test func theLineBelowSaysWhatEnterWillRefuse() async throws {
    let fixture = try await ScreenFixture(["first"], width: 100)
    await fixture.type(">\(String(repeating: "x", count: 129))")
    #expect(fixture.drawing.contains("a name is one line of up to 128 characters"))
    await fixture.escape()
    await fixture.type("#\(String(repeating: "x", count: 65))")
    #expect(fixture.drawing.contains("a tag is one word of up to 64 characters"))
    await fixture.escape()
    await fixture.type("/first\rFOpen")
    #expect(fixture.drawing.contains("The name “Open” is taken"))
    await fixture.type(" ones")
    #expect(fixture.drawing.contains("\n  first"))
  }

  @Test func severalLinesPastedIntoTheFieldOfANewItemAreOfferedAsItemsToo() async throws {
    let fixture = try await fixture()
    await fixture.type("abuy \u{1b}[200~milk\nbread #home\u{1b}[201~")
    #expect(fixture.memory.drawing.contains("Add 2 items, one for each line?"))
    await fixture.type("o")
    #expect(fixture.memory.drawing.contains(" add: buy milk bread #home"))
    #expect(fixture.memory.drawing.contains("Joined into one line. Enter adds, Esc keeps a draft."))
    await fixture.escape()
    await fixture.type("a")
    #expect(fixture.memory.drawing.contains(" add: buy milk bread #home"))
    await fixture.type("\u{15}buy \u{1b}[200~milk\nbread #home\u{1b}[201~a")
    try await fixture.waitUntil("the items") { $0.contains("added 2 items") && $0.contains("of 5") }
    #expect(fixture.screen.layers.prompt == nil)
    #expect(try await fixture.item("bread").tags == ["home"])
    let parent = try await fixture.item("buy milk").number
    try await fixture.waitUntil("the first of them") { $0.selects("buy milk") }
    await fixture.type("A\u{1b}[200~whole\nsoy\u{1b}[201~a")
    try await fixture.waitUntil("the parts") { $0.contains("soy") }
    #expect(try await fixture.item("soy").parentNumber == parent)
  }

  /// There may be many, and a frame has no time for them.
  @Test func namesAreReadWhenTheyChangeAndNotForEachFrame() async throws {
    let fixture = try await ScreenFixture(
      items: [NewItem(title: "first", tags: ["home", "house"], list: "Work")], width: 80, filter: "list:Work")
    let names = fixture.screen.names
    await fixture.type("#h")
    try await fixture.waitUntil("what completes it") { $0.contains("Tab home  house") }
    await fixture.escape()
    await fixture.type("anew #h")
    try await fixture.waitUntil("what completes it") { $0.contains("Tab home  house") }
    let (reads, searches, frames) = (names.readCount, names.searchCount, fixture.memory.presentCount)
    for _ in 0..<20 {
      fixture.application.setNeedsDisplay()
      await fixture.application.idle()
    }
    #expect(fixture.memory.presentCount == frames + 20)
    #expect(names.readCount == reads && names.searchCount == searches)
    try await fixture.elsewhere().newItem(NewItem(title: "second", tags: ["hut"]))
    try await fixture.waitUntil("the new name") { $0.contains("Tab home  house  hut") }
    #expect(names.readCount > reads)
    await fixture.escape()
    await fixture.type("/home")
    let readsOfSearch = names.readCount
    try await fixture.elsewhere().newItem(NewItem(title: "third", tags: ["hat"]))
    try await fixture.waitUntil("the search") { $0.contains("1 found") || $0.contains("0 found") }
    #expect(names.readCount == readsOfSearch)
  }

  /// The first answer is that of the question.
  @Test func enterAddsWhatWasPastedAndEscapeDropsIt() async throws {
    let fixture = try await ScreenFixture(["first"], width: 80, height: 14)
    await fixture.type("\u{1b}[200~one\ntwo\u{1b}[201~")
    #expect(fixture.drawing.contains(/Add.*One line.*Cancel/))
    await fixture.escape()
    #expect(fixture.screen.layers.isEmpty)
    await fixture.type("\u{1b}[200~one\ntwo\u{1b}[201~\r")
    try await fixture.waitUntil("the items") { $0.contains("added 2 items") && $0.contains("of 3") }
  }

  @Test func severalPastedLinesAreOfferedAsItems() async throws {
    let fixture = try await fixture()
    await fixture.type("\u{1b}[200~one #a\ntwo !high\n\n  three\u{1b}[201~")
    #expect(fixture.memory.drawing.contains("Add 3 items, one for each line?"))
    await fixture.type("o")
    #expect(!fixture.memory.drawing.contains("Add 3 items"))
    #expect(fixture.memory.drawing.contains(" add: one #a two !high three"))
    #expect(try await fixture.elsewhere().itemCount() == 3)
    await fixture.escape()
    await fixture.type("\u{1b}[200~four\nfive\u{1b}[201~\u{3}")
    #expect(fixture.screen.layers.isEmpty)
    await fixture.type("\u{1b}[200~one #a\ntwo !high\n\n  three\u{1b}[201~a")
    try await fixture.waitUntil("the items") { $0.contains("added 3 items") && $0.contains("of 6") }
    #expect(try await fixture.item("two").priority == .high)
    await fixture.type("u")
    try await fixture.waitUntil("one step back") { $0.contains("of 3") }
  }

  @Test func whatIsNoDateIsSaidAfterwardsToo() async throws {
    let fixture = try await ScreenFixture(["first"], width: 80)
    await fixture.type("apay the rent @31 feb")
    #expect(fixture.drawing.contains("“@31 feb” isn't a date; kept in the title"))
    await fixture.type("\r")
    try await fixture.waitUntil("what was not understood") {
      $0.contains("“@31 feb” isn't a date; kept in the title") && $0.contains("pay the rent @31 feb")
    }
    await fixture.type("e")
    #expect(fixture.screen.layers.prompt?.field.text == "pay the rent @31 feb")
  }

  @Test func leavingWarnsOfADraftOnce() async throws {
    let fixture = try await ScreenFixture(["first"], width: 80)
    await fixture.type("abuy milk")
    await fixture.escape()
    await fixture.type("q")
    #expect(fixture.drawing.contains("q again discards your draft “buy milk”"))
    #expect(fixture.screen.leaving.reason == nil)
    await fixture.type("e and more")
    await fixture.escape()
    await fixture.type("q")
    #expect(fixture.drawing.contains("q again discards your 2 drafts"))
    // Whatever else is done, the next time warns again.
    for keys in ["j", "s\u{3}", "?j\u{3}", "xx"] {
      await fixture.type(keys)
      #expect(!fixture.drawing.contains("again discards"), "\(keys)")
      await fixture.type("q")
      #expect(fixture.drawing.contains("q again discards your 2 drafts"), "\(keys)")
    }
    #expect(fixture.screen.leaving.reason == nil)
    await fixture.type("q")
    #expect(fixture.screen.leaving.reason != nil)
  }

  @Test func aStartAfterTheDueDateIsSaidWhileItIsTyped() async throws {
    let fixture = try await ScreenFixture(["first"], width: 80)
    await fixture.type("ax @tomorrow ~+5d ")
    #expect(fixture.drawing.contains("starts after it is due"))
  }

  @Test func aStartThatIsTypedForAnItemIsComparedWithItsDueDate() async throws {
    let fixture = try await ScreenFixture(["first"], width: 80)
    await fixture.type("@tomorrow\r")
    try await fixture.waitUntil("the date") { $0.contains("tomorrow") && !$0.contains(" due: ") }
    await fixture.type("w+5d")
    #expect(fixture.drawing.contains("starts after it is due"))
    await fixture.type("\u{15}today")
    #expect(!fixture.drawing.contains("starts after it is due"))
  }

  @Test func theFirstDateOfASeriesIsSaidAndSet() async throws {
    let fixture = try await ScreenFixture(["first"], width: 80)
    await fixture.type("aWater every:day ")
    #expect(fixture.drawing.contains("due today · every day"))
    await fixture.type("\u{15}Gym every:\"day until 2020-01-01\" ")
    #expect(fixture.drawing.contains("repeats until a date that is past"))
    await fixture.type("\u{15}Water every:day\r")
    try await fixture.waitUntil("the item") { $0.contains("of 2") }
    let today = CalendarDay(fixture.screen.environment.now(), in: Calendar.current.timeZone)
    #expect(try await fixture.item("Water").due == .day(today))
  }

  @Test func aTimeIsThatOfTheFirstDayOfARepetitionAndAnotherDayIsDoubted() async throws {
    let fixture = try await ScreenFixture(["first"], width: 110)
    await fixture.type("aswim every:15th @9:00")
    #expect(fixture.drawing.contains(" 09:00 · every month on the 15th"))
    #expect(!fixture.drawing.contains("doesn't repeat on"))
    await fixture.type("\u{15}swim every:15th @2030-01-16")
    #expect(fixture.drawing.contains("every month on the 15th · is due on a day that it doesn't repeat on"))
    await fixture.type("\u{15}swim every:15th @2030-01-15\r")
    try await fixture.waitUntil("the item") { $0.contains("swim") && $0.contains("2030-01-15") && !$0.contains("add:") }
    await fixture.type("gg@2030-01-16")
    #expect(fixture.drawing.contains("due Wed 16 Jan 2030 · is due on a day that it doesn't repeat on"))
    await fixture.escape()
    await fixture.type("r\u{15}16th")
    #expect(fixture.drawing.contains("every month on the 16th · is due on a day that it doesn't repeat on"))
  }

  @Test func thePromptForTagsSaysWhatItAddsAndRemoves() async throws {
    let fixture = try await ScreenFixture(items: [NewItem(title: "first", tags: ["docs", "home"])], width: 80)
    await fixture.type("#\u{15}docs new,new -never ")
    #expect(fixture.drawing.contains("  adds #new · removes #home · does not have #never"))
  }

  @Test func thePromptForARepetitionSaysWhenAnItemWithoutADateIsDue() async throws {
    let fixture = try await ScreenFixture(["first"], width: 80)
    await fixture.type("rdaily")
    #expect(fixture.drawing.contains("every day · due today"))
    await fixture.type("\r")
    try await fixture.waitUntil("the date") { $0.contains("today") && !$0.contains("repeat:") }
    await fixture.type("r\u{15}weekly")
    #expect(fixture.drawing.contains("every week") && !fixture.drawing.contains("every week · due"))
  }
}
