import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Notes edited in the details")
@MainActor
struct NotesEditorTests {
  private static func fixture(
    _ notes: String = "old", width: Int = 70, height: Int = 18, createHandler: ChangeQueue.HandlerFactory? = nil
  ) async throws -> ScreenFixture {
    try await ScreenFixture(
      items: [NewItem(title: "first", notes: notes), NewItem(title: "second", notes: "other")], width: width,
      height: height, createHandler: createHandler)
  }

  private func notes(_ fixture: ScreenFixture) async throws -> String { try await fixture.item("first").notes }

  @Test func whatIsTypedIsSavedByEscapeAsOneStep() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") && $0.contains("old") }
    await fixture.type(" and new\rline ü")
    #expect(fixture.drawing.contains("old and new") && fixture.drawing.contains("line ü"))
    await fixture.escape()
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
    #expect(try await notes(fixture) == "old and new\nline ü")
    #expect(try await fixture.elsewhere().undo() == ["edit the notes of “first”"])
    #expect(try await notes(fixture) == "old")
    // The panes are as they were before.
    #expect(!fixture.drawing.contains("created "))
  }

  @Test func whatWasSavedBeforeSaysNothingOfWhatIsTyped() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("t")
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type(" and new")
    #expect(!fixture.drawing.contains("✓"))
    await fixture.escape()
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
  }

  @Test func controlSSavesTooAndThePaneStaysWhereItWas() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("\r\t")
    try await fixture.waitUntil("the details") { $0.contains("created ") }
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type("!\u{13}")
    try await fixture.waitUntil("it is saved") { $0.contains("✓") && $0.contains("created ") }
    #expect(fixture.screen.panes.focus == .detail)
    #expect(try await notes(fixture) == "old!")
  }

  @Test func isDiscardedByControlCPressedTwice() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type(" and new\u{3}")
    #expect(fixture.drawing.contains("^c again discards what was typed") && fixture.drawing.contains("old and new"))
    await fixture.type("\u{3}")
    await fixture.application.idle()
    #expect(!fixture.drawing.contains("Esc save") && !fixture.drawing.contains("saved ✓"))
    #expect(try await notes(fixture) == "old")
  }

  @Test func aPasteInBetweenIsNotDiscarded() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type(" and\u{3}\u{1b}[200~ pasted\u{1b}[201~\u{3}")
    #expect(fixture.drawing.contains("old and pasted") && fixture.drawing.contains("discards what was typed"))
  }

  @Test func whatWasNotChangedIsNotSaved() async throws {
    let fixture = try await Self.fixture("a\r\nb")
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type("x\u{7f}")
    await fixture.escape()
    await fixture.application.idle()
    #expect(!fixture.drawing.contains("saved"))
    #expect(try await notes(fixture) == "a\r\nb")
    #expect(try await fixture.elsewhere().undo() == ["add 2 items"])
  }

  @Test func keysAndPastesAreTextAndCanBeUndoneInside() async throws {
    let fixture = try await Self.fixture("")
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type("dq?:\t\u{1b}[200~two\rlines 漢\u{1b}[201~")
    try await fixture.waitUntil("the paste") { $0.contains("lines 漢") }
    await fixture.type("\u{1f}")
    #expect(!fixture.drawing.contains("lines 漢"))
    await fixture.type("e\u{301}")
    await fixture.escape()
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
    #expect(try await notes(fixture) == "dq?:\te\u{301}")
    #expect(fixture.application.exitReason == nil)
  }

  @Test func aChangeElsewhereIsNotOverwrittenUnseen() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type(" mine")
    let id = try await fixture.item("first").id
    try await fixture.elsewhere().updateItems(ids: [id], ItemChanges(notes: "theirs"))
    await fixture.escape()
    try await fixture.waitUntil("the reason") { $0.contains("changed elsewhere") && $0.contains("old mine") }
    #expect(try await notes(fixture) == "theirs")
    // Pressed twice out of habit, Escape overwrites nothing.
    await fixture.escape()
    await fixture.application.idle()
    #expect(fixture.drawing.contains("^s overwrite") && fixture.drawing.contains("old mine"))
    #expect(try await notes(fixture) == "theirs")
    await fixture.type("\u{13}")
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
    #expect(try await notes(fixture) == "old mine")
    // Undo gives theirs back.
    #expect(try await fixture.elsewhere().undo() == ["edit the notes of “first”"])
    #expect(try await notes(fixture) == "theirs")
  }

  @Test func anotherFieldThatChangedElsewhereStays() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type(" mine")
    let id = try await fixture.item("first").id
    try await fixture.elsewhere().updateItems(ids: [id], ItemChanges(priority: .high))
    await fixture.escape()
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
    let item = try await fixture.item("first")
    #expect(item.notes == "old mine" && item.priority == .high)
  }

  @Test func whatWasTypedSurvivesThatTheItemIsDeleted() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type(" mine")
    try await fixture.elsewhere().deleteItems(ids: [fixture.item("first").id])
    await fixture.escape()
    try await fixture.waitUntil("the words") { $0.contains("your text is a new item now") }
    #expect(try await notes(fixture) == "old mine")
  }

  @Test func aSignalSavesWhatIsBeingTyped() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type(" mine")
    fixture.source.send(.signal(SIGTERM))
    await fixture.pollUntil { fixture.application.exitReason != nil }
    #expect(try await notes(fixture) == "old mine")
  }

  @Test func controlCAloneDiscardsAndQuitsNothing() async throws {
    let fixture = try await Self.fixture()
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type("\u{3}")
    #expect(!fixture.drawing.contains("Esc save") && fixture.application.exitReason == nil)
    await fixture.type("i mine\u{3}")
    #expect(fixture.drawing.contains("old mine"))
    await fixture.escape()
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
    #expect(try await notes(fixture) == "old mine")
  }

  @Test(arguments: [(40, 10), (20, 4), (20, 3), (110, 12)])
  func thereIsRoomForItOnEveryScreen(_ width: Int, _ height: Int) async throws {
    let fixture = try await Self.fixture("", width: width, height: height)
    fixture.application.checksDrawing = true
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc") }
    await fixture.type("hello")
    try await fixture.waitUntil("the text") { $0.contains("hello") }
    await fixture.escape()
    try await fixture.waitUntil("the list") { !$0.contains("hello") || width > 100 }
    #expect(try await notes(fixture) == "hello")
  }

  @Test func notesThatAreTooLongAreLeftToTheEditor() async throws {
    let fixture = try await Self.fixture(String(repeating: "x", count: Paste.limit + 1), width: 100)
    await fixture.type("i")
    try await fixture.waitUntil("the reason") { $0.contains("the notes are too long for it; E edits them") }
    #expect(fixture.screen.layers.isEmpty)
  }

  @Test func aMegabyteIsEdited() async throws {
    let long = String(repeating: "words of a long text 漢字 ", count: 36_000)
    let fixture = try await Self.fixture(long)
    await fixture.type("i")
    try await fixture.waitUntil("the notes") { $0.contains("Esc save") }
    await fixture.type("end")
    await fixture.escape()
    try await fixture.waitUntil("it is saved") { $0.contains("saved ✓") }
    #expect(try await notes(fixture) == long + "end")
  }
}
