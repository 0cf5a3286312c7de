import DocketData
import Foundation
import Testing

@Suite("An item as a text")
struct ItemDocumentTests {
  @Test func showsTheFieldsAndTheNotes() async throws {
    let item = try await Drawer.item(
      NewItem(
        title: "Renew the certificate", notes: "The CA wants the CSR by mail.\n\nIt takes a day.", priority: .high,
        dueAt: Drawer.date("2026-11-21 17:00"), recurrence: Recurrence(every: 2, .week),
        start: .day(try #require(CalendarDay("2026-11-20"))), tags: ["ops", "mail"], list: "Work"))
    #expect(
      ItemDocument(item, Berlin.reference).text == """
        ---
        title: Renew the certificate
        state: open
        priority: high
        due: 2026-11-21 17:00
        start: 2026-11-20
        list: Work
        tags: ops, mail
        every: 2weeks
        after:
        parent:
        # priority: none, low, medium, high · due, start: today, fri 17:00, +3d, 2026-12-24
        # state: open, done · every: week, mon,wed, last fri, after 3 days · after: numbers of items · parent: one
        # empty fields are cleared
        ---

        The CA wants the CSR by mail.

        It takes a day.

        """)
  }

  @Test func showsAnEmptyItemWithAPlaceForNotes() async throws {
    let item = try await Drawer.item(NewItem(title: "x"))
    let text = ItemDocument(item, Berlin.reference).text
    let fields = "---\ntitle: x\nstate: open\npriority: none\ndue:\nstart:\nlist:\ntags:\nevery:\nafter:\nparent:\n#"
    #expect(text.hasPrefix(fields))
    #expect(text.hasSuffix("\n---\n\n"))
  }

  @Test func whatIsChangedInItIsToldAndNothingElse() async throws {
    var editor = try await Drawer(NewItem(title: "old", notes: "one\ntwo", tags: ["a"], list: "L"))
    #expect(try editor.edit().isEmpty)
    editor.replace("title: old", "TITLE:new")
    #expect(try editor.edit() == ItemEdit(ItemChanges(title: "new")))
    editor.replace("state: open", "state: Done")
    editor.replace("priority: none", "priority: h")
    editor.replace("due:", "due: tomorrow 17:00")
    editor.replace("list: L", "list:")
    editor.replace("tags: a", "tags: #b a,b")
    editor.replace("every:", "every: 3 Months")
    editor.replace("one\ntwo", "three")
    var changes = ItemChanges(title: "new", notes: "three", priority: .high, tags: ["b", "a"])
    changes.due = .value(Drawer.date("2026-11-22 17:00"))
    changes.list = Replacement.none
    changes.rule = Replacement(Recurrence(every: 3, .month).map(RecurrenceRule.init))
    #expect(try editor.edit() == ItemEdit(changes, isDone: true))
  }

  @Test func startDatesAndWhatItWaitsForAreChangedInIt() async throws {
    let handler = try await World().handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b"), NewItem(title: "c")])
    try await handler.setBlockers(ids: [ids[0]], of: ids[2])
    let numbers = ids.compactMap(\.primaryKey)
    let item = try await handler.item(id: ids[2])
    let document = ItemDocument(item, Berlin.reference)
    #expect(document.text.contains("\nafter: \(numbers[0])\n"))
    let edited = document.text.replacing("after: \(numbers[0])", with: "after: \(numbers[1]), \(numbers[0])")
      .replacing("start:\n", with: "start: tomorrow 9:00\n")
    let edit = try document.edit(edited)
    #expect(edit.changes.blockers == [ids[1], ids[0]])
    #expect(edit.changes.start == .value(.moment(Drawer.date("2026-11-22 09:00"))))
    #expect(try document.edit(document.text.replacing("after: \(numbers[0])", with: "after:")).changes.blockers == [])
    let moved = try document.edit(document.text.replacing("parent:", with: "parent: \(numbers[1])"))
    #expect(moved.changes.parent == .value(ids[1]))
    // What is not there is refused when it is saved.
    let unknown = try document.edit(document.text.replacing("after: \(numbers[0])", with: "after: 99"))
    await #expect(throws: ItemError.self) {
      try await handler.editItem(id: ids[2], unknown, from: item)
    }
  }

  @Test func anotherWayToWriteTheSameIsNoChange() async throws {
    var editor = try await Drawer(
      NewItem(title: "x", priority: .high, dueAt: Drawer.date("2026-11-22 23:59:59"), tags: ["a", "b"]))
    editor.replace("title: x", "title : \"\\u{78}\"  ")
    editor.replace("priority: high", "priority: HIGH")
    editor.replace("due: 2026-11-22", "due: tomorrow")
    editor.replace("tags: a, b", "tags: #a #b #A")
    editor.replace("# state", "# nothing is read here; state")
    #expect(try editor.edit().isEmpty)
  }

  @Test func secondsAndYearsThatTheTextHasNoPlaceForStay() async throws {
    for date in ["2026-11-21 17:00:31", "12026-01-01 10:00", "2026-10-25 02:30"] {
      var editor = try await Drawer(NewItem(title: "x", dueAt: Drawer.date(date)))
      editor.replace("title: x", "title: y")
      #expect(try editor.edit() == ItemEdit(ItemChanges(title: "y")), "\(date)")
    }
  }

  @Test func aDeletedFieldHasNoValueAnyMoreButTheStateStays() async throws {
    var editor = try await Drawer(
      NewItem(title: "x", completedAt: Date(), priority: .low, dueAt: Date(), tags: ["a"], list: "L"))
    for field in ["state", "priority", "due", "list", "tags", "every"] { editor.delete(field) }
    let changes = ItemChanges(priority: Priority.none, due: Replacement.none, list: Replacement.none, tags: [])
    #expect(try editor.edit() == ItemEdit(changes))
  }

  @Test(arguments: [
    "---", "---\n---\n", "\n", "\n\n", "a\n", "\na", " a ", "\ttab", "title: x", "# comment", "a\r\nb", "\r", "\r\n",
    "\0",
    "\u{1b}[2J", "\u{85}", "\u{2028}", "\u{301}e", "e\u{301}", "\u{feff}", "# ! Not saved:", "\\n", "\"", "…",
    "\u{202e}x",
  ]) func notesStandAsTheyAre(_ notes: String) async throws {
    let editor = try await Drawer(NewItem(title: "t", notes: notes))
    #expect(try editor.edit().isEmpty)
    let change = try await editor.edit(of: NewItem(title: "t")).changes.notes
    #expect(change.map { Array($0.utf8) } == Array(notes.utf8))
  }

  @Test func notesOfAnEditorThatWritesReturnsStayAsTheyWere() async throws {
    let editor = try await Drawer(NewItem(title: "x", notes: "one\n\ntwo\n"))
    let text = editor.text.replacing("\n", with: "\r\n")
    #expect(try editor.document.edit(text).isEmpty)
  }

  @Test(arguments: [
    "two\nlines", "tab\there", "\"quoted\"", "\"", "\\", "\"a\" and \"b\"", "# x", "a: b", "---", "\u{1b}[2J",
    "\u{202e}x",
    "a\u{2028}b", "👨‍👩‍👧", "e\u{301}", "\u{301}", "none", "\u{feff}x", "x\u{0}", "#x, y",
  ]) func titlesStandInOneLine(_ title: String) async throws {
    let editor = try await Drawer(NewItem(title: title, list: "list of x"))
    #expect(try editor.edit().isEmpty)
    let wanted = Array(title.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    let change = try await editor.edit(of: NewItem(title: "another")).changes.title
    #expect(change.map { Array($0.utf8) } == wanted)
  }

  @Test func quotationMarksInATitleThatIsNoQuotationStandForThemselves() async throws {
    for title in ["\"a\" b", "\"a", "\"a\" and \"b\"", "\"a\\\"", "a \"b\""] {
      var editor = try await Drawer(NewItem(title: "x"))
      editor.replace("title: x", "title: \(title)")
      #expect(try editor.edit().changes.title == title)
    }
  }

  /// Its moment is that of where it was given, which is another day, or another time, elsewhere.
  @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"])
  func aDayIsThatDayEverywhere(_ zone: String) async throws {
    var calendar = Berlin.reference.calendar
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let handler = try await World().handler()
    _ = try await handler.importItems(
      Data(#"[{"title":"x","due":"2026-12-24"}]"#.utf8), format: .json, options: ImportOptions(calendar: calendar))
    let document = ItemDocument(try #require(try await handler.items().first), Berlin.reference)
    #expect(document.text.contains("due: 2026-12-24\n"))
    // Added again because it was deleted meanwhile.
    let again = try await handler.newItem(document.newItem(ItemEdit(ItemChanges(title: "y"))))
    #expect(try await handler.item(id: again).due == .day(try #require(CalendarDay("2026-12-24"))))
  }
}

@Suite("What is wrong with the text of an item")
struct DocumentErrorTests {
  @Test(arguments: [
    ("title: x", "title:", 2, 7, "The title is empty"),
    ("title: x", "title: \"\"", 2, 8, "The title is empty"),
    ("title: x", "title: \"a\\qb\"", 2, 10, "“\\” is followed by n"),
    ("title: x", "title: \"\\u{zz}\"", 2, 9, "“\\” is followed by n"),
    ("title: x\n", "", 14, 1, "The title is empty"),
    ("title: x", "title: x\nand more", 3, 1, "A field is “name: value”"),
    ("title: x", "name: x", 2, 1, "There is no field “name”: use one of title, state, priority"),
    ("state: open", "state: open\ntitle: y", 4, 1, "“title” is there twice"),
    ("state: open", "state:  later", 3, 9, "“later” isn't a state"),
    ("state: open", "state:", 3, 7, "“” isn't a state"),
    ("priority: none", "priority: urgent", 4, 11, "“urgent” isn't a priority"),
    ("due:", "due: tomorow", 5, 6, "“tomorow” isn't a date"),
    ("list:", "list: \"a\\nb\"", 7, 7, "can't be a name"),
    ("tags:", "tags: a, é, \(String(repeating: "t", count: 65))", 8, 13, "can't be a tag"),
    ("every:", "every: sometimes", 9, 8, "“sometimes” isn't a repetition"),
    ("start:", "start: someday", 6, 8, "“someday” isn't a date"),
    ("after:", "after: 3, x", 10, 8, "“x” isn't the number of an item"),
    ("parent:", "parent: top", 11, 9, "“top” isn't the number of an item"),
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
