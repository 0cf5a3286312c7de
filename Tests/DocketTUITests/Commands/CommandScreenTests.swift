import DocketConfiguration
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Commands on the list screen")
@MainActor
struct CommandScreenTests {
  @Test func helpShowsEveryCommandUnderItsGroup() async throws {
    let fixture = try await ScreenFixture(["only"], width: 90, height: 110)
    await fixture.type("?")
    for entry in CommandEntry.all { #expect(fixture.memory.drawing.contains(entry.help)) }
    for group in Set(CommandEntry.all.map(\.group)) { #expect(fixture.memory.drawing.contains(group.rawValue)) }
    await fixture.type("?")
    #expect(!fixture.memory.drawing.contains("move half a page"))
  }

  @Test func helpSaysWhenWhatIsSelectedIsUnselected() async throws {
    let fixture = try await ScreenFixture(["first", "second"], width: 80, height: 70)
    await fixture.type("?")
    #expect(fixture.memory.drawing.contains(Command.select.entry.help))
    await fixture.type("?xx")
    #expect(fixture.memory.drawing.contains("2 selected"))
    await fixture.type("p")
    #expect(!fixture.memory.drawing.contains("selected"))
  }

  @Test func helpLeavesTheFooterThatSaysHowToCloseIt() async throws {
    let fixture = try await ScreenFixture(["only"], width: 80, height: 24)
    await fixture.type("?")
    #expect(fixture.memory.drawing.contains(" Esc close  j down  k up  / search"))
    await fixture.type("/suspend")
    #expect(fixture.memory.drawing.contains("suspend; fg brings the list back"))
    await fixture.escape()
    await fixture.type("ggjjk")
    #expect(fixture.screen.layers.overlay != nil)
  }

  @Test func aSmallFooterNamesTheWaysBackAndOut() async throws {
    let fixture = try await ScreenFixture(["only"], width: 40, height: 10)
    #expect(fixture.memory.drawing.hasSuffix("\n a add  Space done  / search  ? help"))
    await fixture.type("p")
    try await fixture.waitUntil("the save") { $0.hasSuffix("\n a add  Space done  / search  ? help  ✓") }
  }

  @Test func aLongMessageIsReadWhole() async throws {
    let fixture = try await ScreenFixture(["only"], width: 40, height: 10)
    await fixture.type("L")
    let text = fixture.memory.drawing.replacing(/\s+/, with: " ")
    #expect(text.contains("there is no item above it that it could be a part of"))
  }

  @Test func aLongReasonStandsAboveTheFooter() async throws {
    let fixture = try await ScreenFixture(["only"], width: 60, height: 10)
    await fixture.type("#" + String(repeating: "x", count: 70) + "\r")
    try await fixture.waitUntil("the reason") { $0.contains("a tag is one word of up to") }
    #expect(fixture.memory.drawing.contains(" Enter save  Esc cancel") && fixture.memory.drawing.contains("not saved"))
  }

  @Test func aCommandThatCannotBeGivenSaysWhy() async throws {
    let fixture = try await ScreenFixture([])
    try await fixture.waitUntil("the list is read") { $0.contains("a  add an item") }
    await fixture.type("d")
    #expect(fixture.memory.drawing.contains("delete: there is no item here"))
    fixture.clock.advance(by: .seconds(10))
    await fixture.application.idle()
    #expect(!fixture.memory.drawing.contains("there is no item here"))
  }

  @Test func thePaletteFindsACommandByLettersAndSaysWhyNot() async throws {
    let fixture = try await ScreenFixture([], width: 60, height: 14)
    try await fixture.waitUntil("the list is read") { $0.contains("a  add an item") }
    await fixture.type(":dele")
    #expect(fixture.memory.drawing.contains("there is no item here"))
    await fixture.escape()
    await fixture.type("\u{10}add\r")
    #expect(fixture.memory.drawing.contains(" add: "))
  }

  @Test func aCommandOfThePaletteThatCannotBeGivenSaysWhyAndThePaletteStays() async throws {
    let fixture = try await ScreenFixture(["only"], width: 80, height: 24)
    await fixture.type(":outd\r")
    #expect(fixture.drawing.contains("outdent: it is no part of another item"))
    #expect(fixture.drawing.contains("> outd"))
    await fixture.type("\u{15}add\r")
    #expect(fixture.drawing.contains(" add: ") && !fixture.drawing.contains("outdent:"))
  }

  @Test func aLowPaletteSaysWhyNotInThePlaceOfARow() async throws {
    let fixture = try await ScreenFixture(["only"], width: 60, height: 7)
    await fixture.type(":outd")
    #expect(fixture.drawing.contains("it is no part of another item"))
  }

  @Test func aSequenceOfKeysShowsThatItHasBegun() async throws {
    var configuration = Configuration()
    configuration.keys[.top] = ["g g"]
    configuration.keys[.bottom] = ["g"]
    let fixture = try await ScreenFixture(["first", "second"], configuration: configuration)
    await fixture.type("g")
    #expect(fixture.memory.drawing.contains("g …"))
    fixture.clock.advance(by: .seconds(1))
    await fixture.application.idle()
    #expect(fixture.memory.drawing.contains("▌○    second"))
    await fixture.type("gg")
    #expect(fixture.memory.drawing.contains("▌○    first"))
  }

  @Test func aPasteIsTypedIntoThePaletteAndGivesNoCommand() async throws {
    let fixture = try await ScreenFixture(["only"], width: 60, height: 14)
    await fixture.type(":\u{1b}[200~quit\u{1b}[201~")
    #expect(fixture.application.exitReason == nil)
    #expect(fixture.memory.drawing.contains("> quit"))
  }

  /// The tables are those of the parsers.
  @Test func theHelpSaysWhatCanBeTyped() async throws {
    let fixture = try await ScreenFixture(["only"], width: 80, height: 24)
    await fixture.type("?")
    for (text, said) in [
      ("a month back", "H PgUp"), ("fortnight", "so many days"), ("Groceries", "the list"),
      ("parentheses", "not (a or b)"),
      ("the priority", "prio:"),
    ] {
      await fixture.type("/")
      await fixture.type(text)
      #expect(fixture.drawing.contains(said), "\(text)")
      await fixture.escape()
    }
  }

  @Test func theMonthHasHelpOfItsOwn() async throws {
    let fixture = try await ScreenFixture(["only"], width: 80, height: 24)
    await fixture.type("c?")
    #expect(fixture.drawing.contains("H PgUp") && fixture.drawing.contains("a month back"))
    await fixture.escape()
    #expect(!fixture.drawing.contains("H PgUp") && fixture.drawing.contains("nothing is due"))
    await fixture.escape()
    #expect(fixture.screen.layers.isEmpty)
  }
}
