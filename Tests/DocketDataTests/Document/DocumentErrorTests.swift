import DocketData
import Foundation
import Testing

@Suite("What is wrong with the text of an item")
struct DocumentErrorTests {
  @Test(arguments: [
    ("title: x", "title:", 2, 7, "The title is empty"),
    ("title: x", "title: \"\"", 2, 8, "The title is empty"),
    ("title: x", "title: \"a\\qb\"", 2, 10, "“\\” is followed by n"),
    ("title: x", "title: \"\\u{zz}\"", 2, 9, "“\\” is followed by n"),
    ("title: x\n", "", 10, 1, "The title is empty"),
    ("title: x", "title: x\nand more", 3, 1, "A field is “name: value”"),
    ("title: x", "name: x", 2, 1, "There is no field “name”: use one of title, state, priority"),
    ("state: open", "state: open\ntitle: y", 4, 1, "“title” is there twice"),
    ("state: open", "state:  later", 3, 9, "“later” is no state"),
    ("state: open", "state:", 3, 7, "“” is no state"),
    ("priority: none", "priority: urgent", 4, 11, "“urgent” is no priority"),
    ("due:", "due: tomorow", 5, 6, "“tomorow” is no date"),
    ("list:", "list: \"a\\nb\"", 6, 7, "can't be a name"),
    ("tags:", "tags: a, é, \(String(repeating: "t", count: 65))", 7, 13, "can't be a tag"),
    ("every:", "every: sometimes", 8, 8, "“sometimes” is no recurrence"),
    ("---\ntitle", "title", 1, 1, "The fields begin with a line “---”"),
  ]) func isToldWithItsPlace(
    _ old: String, _ new: String, _ line: Int, _ column: Int, _ message: String
  ) async throws {
    var editor = try await Drawer(NewItem(title: "x"))
    editor.replace(old, new)
    let error = try #require(throws: DocumentError.self) { try editor.edit() }
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.message.contains(message), "\(error)")
    #expect("\(error)".hasPrefix("line \(line), column \(column): "))
  }

  @Test(arguments: ["", "\n", "# x\n", "---", "---\ntitle: x\nstate: open\n", "\u{0}", "words"])
  func aTextWithoutFieldsIsWrong(_ text: String) async throws {
    let editor = try await Drawer(NewItem(title: "x"))
    #expect(throws: DocumentError.self) { try editor.document.edit(text) }
  }
}
