import DocketData
import Foundation
import Testing

@Suite("Editing an item as a text")
struct ItemEditingTests {
  @Test func anUntouchedOrBlankTextChangesNothing() async throws {
    for text in [nil, "", " \n"] as [String?] {
      var editing = try await Self.editing()
      #expect(editing.take(text ?? editing.text) == .nothing)
      #expect(!editing.holdsChanges)
    }
  }

  @Test func aChangeIsToBeSaved() async throws {
    var editing = try await Self.editing()
    #expect(editing.take(editing.text.replacing("title: x", with: "title: y")) == Self.save("y"))
  }

  @Test func aWrongTextIsShownAgainWithWhatIsWrongOnTop() async throws {
    var editing = try await Self.editing()
    let wrong = editing.text.replacing("due:", with: "due: tomorow").replacing("title: x", with: "title: y")
    let step = editing.take(wrong)
    guard case .again(let error) = step else { return _ = Issue.record("\(step)") }
    let lines = editing.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "# ! Not saved: line 7, column 6: \(error.message)")
    #expect(lines[1] == "# ! Correct it; leave it as it is to put it aside; empty it to give it up.")
    #expect(lines[error.line - 1] == "due: tomorow")
    #expect(editing.text.hasSuffix(wrong))
    // Wrong again: what was said before is not said twice.
    _ = editing.take(editing.text.replacing("due: tomorow", with: "due: tomorroww"))
    #expect(editing.text.split(separator: "\n").filter { $0.hasPrefix("# !") }.count == 2)
    #expect(editing.take(editing.text.replacing("due: tomorroww", with: "due:")) == Self.save("y"))
    #expect(!editing.text.contains("# !"))
  }

  @Test func whatIsGivenUpIsKeptUntilItIsTakenUpAgain() async throws {
    var editing = try await Self.editing()
    let wrong = editing.text.replacing("title: x", with: "title:").replacing("every", with: "ever")
    guard case .again(let error) = editing.take(wrong) else { return _ = Issue.record("it is wrong") }
    #expect(editing.take(editing.text) == .givenUp(error))
    #expect(editing.holdsChanges && editing.text.hasSuffix(wrong))
    #expect(editing.take(editing.text) == .givenUp(error))
    #expect(editing.take("") == .nothing)
    #expect(!editing.holdsChanges && !editing.text.contains("# !"))
  }

  @Test func whatCouldNotBeSavedIsSavedByLeavingTheEditor() async throws {
    var editing = try await Self.editing()
    #expect(editing.take(editing.text.replacing("title: x", with: "title: y")) == Self.save("y"))
    editing.refuse("the store is busy")
    #expect(editing.text.hasPrefix("# ! Not saved: the store is busy\n"))
    #expect(editing.holdsChanges)
    #expect(editing.take(editing.text) == Self.save("y"))
  }

  @Test func whatAnEditorLeftThatFailedIsKept() async throws {
    var editing = try await Self.editing()
    editing.keep(editing.text.replacing("title: x", with: "title: y"), because: "“vi” was ended by signal 9")
    #expect(editing.text.hasPrefix("# ! Not saved: “vi” was ended by signal 9\n"))
    #expect(editing.take(editing.text) == Self.save("y"))
  }

  private static func editing() async throws -> ItemEditing {
    ItemEditing(try await Drawer(NewItem(title: "x")).document)
  }

  private static func save(_ title: String) -> ItemEditing.Step { .save(ItemEdit(ItemChanges(title: title))) }
}
