import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("An item in an editor")
@MainActor
struct EditorScreenTests {
  @Test func ofSeveralSelectedItemsNoneIsEdited() async throws {
    let fixture = try await ScreenFixture(["first", "second", "third"], width: 90)
    await fixture.type("xxE")
    #expect(fixture.memory.drawing.contains("edit in $EDITOR: it edits one item, and 2 are selected; Esc unselects"))
    await fixture.type("e")
    #expect(fixture.screen.layers.prompt == nil)
  }

  @Test func theOnlySelectedItemIsEditedWhereverTheCursorIs() async throws {
    let fixture = try await ScreenFixture(["first", "second"])
    await fixture.type("xe")
    #expect(fixture.memory.drawing.contains(" edit: first"))
  }

  @Test func whatIsChangedIsSavedAsOneStep() async throws {
    let editor = ScriptedEditor { $0.replacing("title: old", with: "title: new").replacing("tags:", with: "tags: a") }
    let fixture = try await Self.fixture(editor)
    await fixture.type("E")
    try await fixture.waitUntil("the new title") { $0.selects("new") && $0.contains("saved ✓") }
    #expect(editor.texts.count == 1 && editor.texts[0].hasPrefix("---\ntitle: old\n"))
    #expect(try await fixture.elsewhere().undo() == ["change “new”"])
    try await fixture.waitUntil("the old title") { $0.selects("old") }
  }

  @Test func anotherParentMovesTheItemInTheTree() async throws {
    let editor = ScriptedEditor(
      { $0.replacing("parent:", with: "parent: 2") }, { $0.replacing("parent: 2", with: "parent:") })
    let fixture = try await Self.fixture(editor)
    #expect(try await fixture.item("other").number == 2)
    await fixture.type("E")
    try await fixture.waitUntil("it stands below the other one") { $0.contains(/other  ▾ 0\/1 *\n ▌○      old/) }
    #expect(try await fixture.item("old").parentNumber == 2)
    await fixture.type("E")
    try await fixture.waitUntil("it stands by itself") { $0.contains("▌○    old") && !$0.contains("▾") }
    #expect(try await fixture.item("old").parentNumber == nil)
  }

  @Test func anUntouchedTextSavesNothing() async throws {
    let editor = ScriptedEditor { $0 }
    let fixture = try await Self.fixture(editor)
    await fixture.type("E")
    await fixture.untilClosed()
    #expect(!fixture.memory.drawing.contains("saved"))
    #expect(try await fixture.elsewhere().undo() == ["add 2 items"])
  }

  @Test func aWrongTextIsShownAgainUntilItIsRight() async throws {
    let editor = ScriptedEditor(
      { $0.replacing("due:", with: "due: tomorow").replacing("title: old", with: "title: new") },
      { $0.replacing("due: tomorow", with: "due: tomorrow") })
    let fixture = try await Self.fixture(editor)
    await fixture.type("E")
    try await fixture.waitUntil("the new title") { $0.selects("new") && $0.contains("saved ✓") }
    #expect(
      editor.texts.count == 2 && editor.texts[1].hasPrefix("# ! Not saved: line 7, column 6: “tomorow” isn't a date"))
    let item = try #require(try await fixture.elsewhere().items().first { $0.title == "new" })
    #expect(item.dueAt != nil)
  }

  @Test func whatIsPutAsideIsThereTheNextTime() async throws {
    let editor = ScriptedEditor(
      { $0.replacing("title: old", with: "title: new\nnonsense") }, { $0 }, { $0.replacing("nonsense\n", with: "") })
    let fixture = try await Self.fixture(editor)
    await fixture.type("E")
    await fixture.untilClosed()
    #expect(fixture.memory.drawing.contains("not saved: line 5, column 1"))
    #expect(fixture.memory.drawing.contains("Your text is kept as a draft"))
    await fixture.type("q")
    #expect(fixture.application.exitReason == nil)
    #expect(fixture.memory.drawing.contains("q again discards your draft from the editor"))
    await fixture.type("E")
    try await fixture.waitUntil("the new title") { $0.selects("new") && $0.contains("saved ✓") }
    #expect(editor.texts.count == 3 && editor.texts[2].contains("nonsense"))
    await fixture.type("q")
    #expect(fixture.application.exitReason == .quit(status: 0))
  }

  @Test(arguments: [ChildEnding.exited(3), .killed(9)]) func anEditorThatFailsChangesNothingAndLosesNothing(
    _ ending: ChildEnding
  ) async throws {
    let editor = ScriptedEditor({ $0.replacing("title: old", with: "title: new") }, { $0 })
    editor.endings = [ending]
    let fixture = try await Self.fixture(editor)
    await fixture.type("E")
    await fixture.untilClosed()
    #expect(fixture.memory.drawing.contains("nothing was changed") && fixture.memory.drawing.contains("not edited: "))
    #expect(!fixture.memory.drawing.contains("not saved"))
    #expect(try await fixture.elsewhere().items().map(\.title) == ["old", "other"])
    await fixture.type("E")
    try await fixture.waitUntil("the new title") { $0.selects("new") }
    #expect(editor.texts[1].hasPrefix("# ! Not saved: “"))
  }

  @Test func withoutAnEditorItSaysWhatToDo() async throws {
    let fixture = try await Self.fixture(ScriptedChild(startError: .notFound("ed")))
    await fixture.type("E")
    await fixture.untilClosed()
    #expect(fixture.memory.drawing.contains("not edited: there is no program “ed”: set EDITOR"))
    #expect(!fixture.memory.drawing.contains("not saved"))
  }

  @Test func keysTypedAheadOfTheEditorDoNothingHere() async throws {
    let editor = ScriptedEditor { $0 }
    let fixture = try await Self.fixture(editor)
    await fixture.type("Eddq")
    await fixture.untilClosed()
    #expect(fixture.application.exitReason == nil)
    #expect(try await fixture.elsewhere().itemCount() == 2)
  }

  @Test func anItemThatWasDeletedMeanwhileIsAddedAgain() async throws {
    let editor = ScriptedEditor { $0.replacing("title: old", with: "title: new").replacing("tags:", with: "tags: a") }
    let child = ScriptedChild()
    let fixture = try await Self.fixture(child)
    await fixture.type("E")
    while child.programs.isEmpty { await Task.yield() }
    let handler = try await fixture.elsewhere()
    try await handler.deleteItem(id: try #require(try await handler.itemIdentifiers().first))
    _ = try editor.start(child.programs[0])
    child.end(.exited(0))
    try await fixture.waitUntil("the new item") { $0.selects("new") }
    // The words go over two lines of a narrow screen.
    #expect(fixture.memory.drawing.contains("The item was deleted elsewhere"))
    #expect(try await handler.items().first { $0.title == "new" }?.tags == ["a"])
  }

  @Test func whatSomebodyElseChangedMeanwhileIsNotOverwrittenUnknowingly() async throws {
    let editor = ScriptedEditor { $0.replacing("title: old", with: "title: mine") }
    let child = ScriptedChild()
    let fixture = try await Self.fixture(child)
    await fixture.type("E")
    while child.programs.isEmpty { await Task.yield() }
    let handler = try await fixture.elsewhere()
    try await handler.updateItem(id: try #require(try await handler.itemIdentifiers().first), title: "theirs")
    _ = try editor.start(child.programs[0])
    child.end(.exited(0))
    try await fixture.waitUntil("the reason") {
      $0.contains("Your text is kept as a draft")
        && $0.contains("The title is now “theirs” (changed elsewhere).")
    }
    #expect(Set(try await handler.items().map(\.title)) == ["theirs", "other"])
    // The second time the editor ends at once, with the text as it was left.
    await fixture.type("E")
    try await fixture.waitUntil("what was saved knowingly") { $0.selects("mine") }
  }

  @Test func whatWasEndedBeforeItWasSavedIsKept() async throws {
    let editor = ScriptedEditor({ $0.replacing("title: old", with: "title: mine") }, { $0 })
    let (fixture, gate) = (try await Self.fixture(editor), Gate())
    fixture.screen.changes.perform(on: .none(of: fixture.screen.items.rows.shown.items)) { _ in await gate.pass() }
    await fixture.type("E")
    try await fixture.waitUntil("both") { _ in fixture.screen.changes.jobs.count == 2 }
    fixture.screen.changes.jobs.last?.progress.cancel()
    await gate.open()
    try await fixture.waitUntil("the end") { $0.contains("Your text is kept as a draft") }
    #expect(!fixture.memory.drawing.contains("not saved"))
    await fixture.type("E")
    try await fixture.waitUntil("the new title") { $0.selects("mine") }
    #expect(editor.texts.last?.hasPrefix("# ! Not saved: it was ended before it was saved.") == true)
  }

  @Test func theEditorWaitsForWhatMayChangeItsItem() async throws {
    let editor = ScriptedEditor { $0.replacing("title: old", with: "title: mine") }
    let (fixture, gate) = (try await Self.fixture(editor), Gate())
    fixture.screen.changes.perform { _ in await gate.pass() }
    await fixture.type("E")
    #expect(editor.texts.isEmpty && !fixture.screen.editor.isOpen)
    await gate.open()
    try await fixture.waitUntil("the new title") { $0.selects("mine") }
  }

  @Test func keysBehindAnEditorThatHasToWaitDoNothingHere() async throws {
    let (fixture, gate) = (try await Self.fixture(ScriptedEditor { $0 }), Gate())
    fixture.screen.changes.perform { _ in await gate.pass() }
    await fixture.type("Eddq")
    await gate.open()
    try await fixture.waitUntil("the change") { _ in fixture.screen.hasNoChanges }
    await fixture.untilClosed()
    #expect(fixture.application.exitReason == nil)
    #expect(try await fixture.elsewhere().itemCount() == 2)
  }

  @Test func clicksAndPastesAheadOfTheEditorDoNothingHere() async throws {
    let child = ScriptedChild()
    let fixture = try await Self.fixture(child)
    await fixture.type("E")
    await fixture.type(ScreenFixture.press(6, 3) + "\u{1b}[200~one\ntwo\u{1b}[201~")
    while child.programs.isEmpty { await Task.yield() }
    #expect(fixture.screen.layers.isEmpty && fixture.screen.input.pendingText.isEmpty)
    child.end(.exited(0))
    await fixture.untilClosed()
    #expect(try await fixture.elsewhere().itemCount() == 2)
  }

  @Test func aScriptThatNeverGetsItRightIsStopped() async throws {
    let editor = ScriptedEditor { $0.replacing("state: open", with: "state: ?") + "x" }
    editor.repeats = true
    let fixture = try await Self.fixture(editor)
    await fixture.type("E")
    await fixture.untilClosed()
    #expect(editor.texts.count == ItemEditor.maxRounds)
    #expect(fixture.memory.drawing.contains("not saved: line"))
  }

  private static func fixture(_ launcher: any ChildLauncher) async throws -> ScreenFixture {
    try await ScreenFixture(["old", "other"], width: 100, height: 8, launcher: launcher)
  }
}

extension ScreenFixture {
  /// Returns when the editor has ended and everything is shown.
  fileprivate func untilClosed() async {
    while screen.editor.isOpen { await Task.yield() }
    await application.idle()
  }
}
