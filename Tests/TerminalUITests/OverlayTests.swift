import Testing

@testable import TerminalUI

@Suite struct OverlayTests {
  private func drawn(_ width: Int, _ height: Int, _ render: (inout Canvas) -> Void) -> String {
    var canvas = Canvas(size: Size(width: width, height: height))
    render(&canvas)
    return canvas.drawingWithCursor
  }

  /// The text in reverse.
  private func selected(_ width: Int, _ height: Int, _ render: (inout Canvas) -> Void) -> String {
    var canvas = Canvas(size: Size(width: width, height: height))
    render(&canvas)
    let cells = canvas.bounds.rows.flatMap { Array(canvas.buffer.row($0)) }
    return CellLine(cells: cells.filter { $0.style.attributes.contains(.reverse) }).description
  }

  // MARK: - Dialog

  private var question: Dialog<Bool> {
    Dialog(
      "Delete", message: "Delete 12 items? They can be had back with u.",
      buttons: [DialogButton("delete", key: "y", answer: true), DialogButton("keep", key: "n", answer: false)], focus: 1
    )
  }

  @Test func aQuestionHasItsAnswersBelow() {
    var dialog = question
    #expect(
      drawn(52, 7) { dialog.render(into: &$0, in: $0.bounds) } == """

         ┌─ Delete ──────────────────────────────────────┐
         │ Delete 12 items? They can be had back with u. │
         │                                               │
         │                           y delete    n keep  │
         └───────────────────────────────────────────────┘

        """)
    #expect(selected(52, 7) { dialog.render(into: &$0, in: $0.bounds) } == " n keep ")
  }

  @Test func inANarrowPlaceAnswersStandBelowEachOther() {
    var dialog = question
    #expect(
      drawn(18, 9) { dialog.render(into: &$0, in: $0.bounds) } == """
         ┌─ Delete ─────┐
         │ Delete 12    │
         │ items? They  │
         │ can be had   │
         │ back with u. │
         │              │
         │  y delete    │
         │  n keep      │
         └──────────────┘
        """)
  }

  @Test(
    arguments: [
      (["y"], true), (["Enter"], false), (["Esc"], false), (["Left", "Enter"], true),
      (["S-Tab", "Tab", "Enter"], false),
      (["x"], nil), ([], nil),
    ] as [([Key], Bool?)])
  func keysAnswer(_ keys: [Key], _ answer: Bool?) {
    var (dialog, given) = (question, Bool?.none)
    for key in keys { given = dialog.handle(key) }
    #expect(given == answer)
  }

  @Test func aPressAnswers() {
    var dialog = question
    #expect(dialog.handle(MouseEvent(.press(0), at: Point(x: 30, y: 4))) == nil)
    _ = drawn(52, 7) { dialog.render(into: &$0, in: $0.bounds) }
    #expect(dialog.handle(MouseEvent(.press(0), at: Point(x: 30, y: 4))) == true)
    #expect(dialog.handle(MouseEvent(.press(0), at: Point(x: 42, y: 4))) == false)
    #expect(dialog.handle(MouseEvent(.press(0), at: Point(x: 5, y: 4))) == nil)
    #expect(dialog.handle(MouseEvent(.release(0), at: Point(x: 30, y: 4))) == nil)
  }

  // MARK: - Prompt

  @Test func aPromptIsAnsweredByTyping() {
    var prompt = Prompt("Tag", message: "A tag for 3 items", field: TextField("op"))
    #expect(prompt.handle("s") == .continues)
    prompt.problem = "There is no tag ops."
    #expect(
      drawn(32, 8) { prompt.render(into: &$0, in: $0.bounds) } == """

        ┌─ Tag ────────────────────────┐
        │ A tag for 3 items            │
        │ ops|                         │
        │ There is no tag ops.         │
        │  Enter ok  Esc cancel        │
        └──────────────────────────────┘

        """)
    #expect(prompt.handle("Enter") == .submitted("ops"))
    #expect(prompt.handle(MouseEvent(.press(0), at: Point(x: 5, y: 5))) == .submitted("ops"))
    #expect(prompt.handle(MouseEvent(.press(0), at: Point(x: 15, y: 5))) == .cancelled)
    #expect(prompt.handle(MouseEvent(.press(0), at: Point(x: 2, y: 3))) == .continues)
    prompt.insert("dev")
    #expect(prompt.problem == nil)
    #expect(prompt.field.text == "devops")
    #expect(prompt.handle("Esc") == .cancelled)
  }

  // MARK: - Menu

  private var menu: Menu<Int> {
    Menu(
      "Sort by",
      [
        Choice("due date", value: 1, key: "d"), Choice("title", value: 2, key: "t", detail: "A to Z"),
        Choice("manual order", value: 3, key: "m", whyDisabled: "only within one list"),
      ])
  }

  @Test func aMenuHasKeysAndReasons() {
    var menu = menu
    let refusal = ChoiceOutcome<Int>.refused("manual order", why: "only within one list")
    #expect(menu.handle("m") == refusal)
    #expect(
      drawn(26, 6) { menu.render(into: &$0, in: $0.bounds) } == """
         ┌─ Sort by ────────────┐
         │ due date           d │
         │ title      A to Z  t │
         │ manual order       m │
         │ only within one list │
         └──────────────────────┘
        """)
    #expect(menu.handle("Enter") == refusal)
    #expect(menu.handle("Up") == .continues)
    #expect(selected(26, 6) { menu.render(into: &$0, in: $0.bounds) } == " title      A to Z  t ")
    #expect(menu.handle("Enter") == .chosen(2))
    #expect(menu.handle("d") == .chosen(1))
    #expect(menu.handle("Esc") == .closed)
    #expect(menu.handle(MouseEvent(.press(0), at: Point(x: 4, y: 1))) == .chosen(1))
    #expect(menu.handle(MouseEvent(.press(0), at: Point(x: 4, y: 3))) == refusal)
    #expect(menu.selected?.value == 3)
    #expect(menu.handle(MouseEvent(.press(0), at: Point(x: 4, y: 5))) == .continues)
  }

  @Test func aLongMenuScrolls() {
    var menu = Menu("Lists", (1...9).map { Choice("list \($0)", value: $0) })
    _ = menu.handle("End")
    #expect(
      drawn(14, 5) { menu.render(into: &$0, in: $0.bounds) }
        == """
         ┌─ Lists ──┐
         │ list 7   │
         │ list 8   │
         │ list 9  ┃│
         └──────────┘
        """)
  }

  // MARK: - Palette

  private var palette: CommandPalette<String> {
    CommandPalette(
      "Commands",
      [
        Choice("add an item", value: "add", key: "a"), Choice("save this filter", value: "save"),
        Choice("delete", value: "delete", key: "d", whyDisabled: "nothing is selected"),
        Choice("set the due date", value: "due"),
      ])
  }

  @Test func thePaletteFindsByLetters() {
    var palette = palette
    for key in ["d", "e"] as [Key] { _ = palette.handle(key) }
    #expect(
      drawn(36, 9) { palette.render(into: &$0, in: $0.bounds) } == """
        ┌─ Commands ───────────────────────┐
        │ > de|                            │
        │ delete                         d │
        │ set the due date                 │
        │ add an item                    a │
        │                                  │
        │ nothing is selected              │
        └──────────────────────────────────┘

        """)
    #expect(palette.handle("Enter") == .refused("delete", why: "nothing is selected"))
    #expect(palette.handle("Down") == .continues)
    #expect(palette.handle("Enter") == .chosen("due"))
    #expect(palette.handle(MouseEvent(.press(0), at: Point(x: 5, y: 3))) == .chosen("due"))
    #expect(palette.handle("Esc") == .closed)
  }

  @Test func thePaletteFindsByTheBeginningOfAnotherName() {
    var palette = CommandPalette(
      "Commands",
      [
        Choice("due", value: "due", otherNames: ["postpone", "put off"], key: "@"),
        Choice("wait", value: "wait", otherNames: ["Put off"]), Choice("pull down", value: "down"),
      ])
    for key in ["p", "u"] as [Key] { _ = palette.handle(key) }
    #expect(
      drawn(24, 8) { palette.render(into: &$0, in: $0.bounds) } == """
        ┌─ Commands ───────────┐
        │ > pu|                │
        │ pull down            │
        │ due · put off      @ │
        │ wait · Put off       │
        │ 3 of 3               │
        └──────────────────────┘

        """)
    for key in ["t", " ", "o"] as [Key] { _ = palette.handle(key) }
    #expect(palette.matches.map(\.value) == ["due", "wait"])
    _ = palette.handle("x")
    #expect(palette.matches.isEmpty)
  }

  @Test func thePaletteHasAWholeOtherNameFirst() {
    let choices = [
      Choice("go offline", value: "offline"), Choice("due", value: "due", otherNames: ["put off", "off"]),
      Choice("end", value: "end", otherNames: ["Off"]),
    ]
    var palette = CommandPalette("Commands", choices)
    for key in ["o", "f"] as [Key] { _ = palette.handle(key) }
    #expect(palette.matches.map(\.value) == ["offline", "due", "end"])
    _ = palette.handle("f")
    #expect(palette.matches.map(\.value) == ["due", "end", "offline"])
  }

  /// Titles may have changed, and two may be the same.
  @Test func choicesThatChangeKeepWhatIsSelectedAndWhatIsSeen() {
    func choices(_ count: Int) -> [Choice<Int>] {
      (0..<30).map { Choice("a list", value: $0, detail: "\(count)", id: $0) }
    }
    var palette = CommandPalette("Show", choices(1))
    _ = drawn(30, 10) { palette.render(into: &$0, in: $0.bounds) }
    for _ in 0..<14 { _ = palette.handle("Down") }
    for _ in 0..<3 { _ = palette.handle("Up") }
    let before = drawn(30, 10) { palette.render(into: &$0, in: $0.bounds) }
    let selectedBefore = selectedRow(30, 10) { palette.render(into: &$0, in: $0.bounds) }
    palette.update(choices(2))
    #expect(drawn(30, 10) { palette.render(into: &$0, in: $0.bounds) } == before.replacing(" 1 ", with: " 2 "))
    #expect(selectedRow(30, 10) { palette.render(into: &$0, in: $0.bounds) } == selectedBefore)
    palette.update(Array(choices(2).dropFirst(5)))
    #expect(palette.handle("Enter") == .chosen(11))
  }

  /// The first row with something in reverse.
  private func selectedRow(_ width: Int, _ height: Int, _ render: (inout Canvas) -> Void) -> Int? {
    var canvas = Canvas(size: Size(width: width, height: height))
    render(&canvas)
    return canvas.bounds.rows.first { row in
      canvas.buffer.row(row).contains { $0.style.attributes.contains(.reverse) }
    }
  }

  /// It is wrapped for each frame.
  @Test(arguments: ["word ", "a\u{301}", "\u{301}", "漢"]) func ofAMessageOfAnyLengthTheBeginningIsShown(_ text: String)
  {
    let dialog = Dialog(
      "Delete", message: String(repeating: text, count: 300_000), buttons: [DialogButton("keep", key: "n", answer: 0)])
    #expect(dialog.message.unicodeScalars.count == Dialog<Int>.longestMessage + 1)
    #expect(dialog.message.hasSuffix("…"))
    let short = Dialog("Delete", message: "Really?", buttons: [DialogButton("keep", key: "n", answer: 0)])
    #expect(short.message == "Really?")
  }

  /// A press may be on its way to them.
  @Test func aQuestionThatChangesLeavesItsButtonsWhereTheyWereDrawn() {
    var dialog = question
    _ = drawn(52, 7) { dialog.render(into: &$0, in: $0.bounds) }
    dialog.message = "Delete 12 items and their 3 sub-items?"
    #expect(dialog.handle(MouseEvent(.press(0), at: Point(x: 30, y: 4))) == true)
    dialog.message = String(repeating: "a", count: 300_000)
    #expect(dialog.message.unicodeScalars.count == Dialog<Int>.longestMessage + 1)
  }

  @Test func foundLettersStandOut() {
    var palette = palette
    palette.insert("sf")
    var canvas = Canvas(size: Size(width: 36, height: 9))
    palette.render(into: &canvas, in: canvas.bounds)
    let found = (0..<36).filter { canvas.buffer[$0, 2].style.attributes.contains(.underline) }
    #expect(found == [2, 12])
  }

  @Test func nothingFoundIsSaid() {
    var palette = palette
    palette.insert("zzz")
    #expect(drawn(36, 9) { palette.render(into: &$0, in: $0.bounds) }.contains("│ nothing matches "))
    #expect(palette.handle("Enter") == .continues)
    #expect(palette.handle("Backspace") == .continues)
  }

  /// On a screen of three lines there is room for what matters, and for no frame.
  @Test func onAScreenOfAFewLinesThereAreNoFrames() {
    var menu = Menu("Order", (1...7).map { Choice("order \($0)", value: $0, key: Key("\($0)")) })
    _ = menu.handle("End")
    #expect(
      drawn(20, 3) { menu.render(into: &$0, in: $0.bounds) } == """
           order 5     5
           order 6     6
           order 7     7 ┃
        """)
    var dialog = question
    #expect(
      drawn(22, 3) { dialog.render(into: &$0, in: $0.bounds) } == """
        Delete 12 items? They
        can be had back with…
          y delete    n keep
        """)
    for _ in 0..<9 { #expect(dialog.handle("PgDn") == nil) }
    #expect(
      drawn(22, 3) { dialog.render(into: &$0, in: $0.bounds) } == """
        can be had back with
        u.
          y delete    n keep
        """)
    var palette = palette
    _ = palette.handle("a")
    #expect(drawn(20, 3) { palette.render(into: &$0, in: $0.bounds) }.hasPrefix(" > a|\n add an item"))
    #expect(palette.handle("Enter") == .chosen("add"))
  }

  @Test(arguments: 0...14) func noSizeIsTooSmall(_ side: Int) {
    var (dialog, prompt, menu, palette) = (question, Prompt("Tag", message: "A tag"), menu, palette)
    var (empty, help) = (EmptyState("Nothing"), HelpScreen(title: "Help", hints: [KeyHint("a", "add")]))
    _ = help.handle("/")
    for width in [side, 3 * side] {
      _ = drawn(width, side) {
        for area in [$0.bounds, $0.bounds.inset(columns: 1, rows: 1)] {
          dialog.render(into: &$0, in: area)
          prompt.render(into: &$0, in: area)
          menu.render(into: &$0, in: area)
          palette.render(into: &$0, in: area)
          help.render(into: &$0, in: area)
          empty.render(into: &$0, in: area)
        }
      }
    }
  }

  // MARK: - Help

  private let hints = [
    KeyHint("a", "add", help: "add an item"),
    KeyHint("d", "delete", help: "delete the item", whyDisabled: "nothing is selected"),
    KeyHint("?", "help", help: "show this help"),
  ]

  @Test func helpIsSearched() {
    var help = HelpScreen(title: "Help", hints: hints)
    for key in ["/", "I", "T", "e"] as [Key] { #expect(help.handle(key) == true) }
    #expect(
      drawn(44, 6) { help.render(into: &$0, in: $0.bounds) }
        == """
        ┌─ Help ───────────────────────────────────┐
        │ / ITe|                                   │
        │ a  add an item                           │
        │ d  delete the item (nothing is selected) │
        │                                          │
        └──────────────────────────────────────────┘
        """)
    #expect(help.handle("Esc") == true)
    #expect(help.found.count == 3)
    #expect(help.handle("Esc") == false)
    #expect(help.handle("q") == false)
  }

  @Test func whatIsFoundInAHelpScrollsAfterEnter() {
    let sections = ["Dates", "Keys"].map { title in
      [KeyHint(title, "")] + (0..<30).map { KeyHint("\(title.prefix(1))\($0)", "", help: "number \($0)") }
    }
    var help = HelpScreen(title: "Help", hints: Array(sections.joined(separator: [KeyHint("", "")])))
    _ = drawn(30, 10) { help.render(into: &$0, in: $0.bounds) }
    for key in ["/", "d", "a", "t", "e"] as [Key] { #expect(help.handle(key) == true) }
    #expect(help.found.count == 31 && help.found[0].keys == "Dates", "the section with its heading")
    for key in ["Enter", "j"] as [Key] { #expect(help.handle(key) == true) }
    #expect(help.offset == 1 && help.search?.text == "date" && !help.isTyping)
    #expect(help.handle("/") == true)
    #expect(help.isTyping && help.search?.text == "date")
    for key in ["Enter", "Esc"] as [Key] { #expect(help.handle(key) == true) }
    #expect(help.search == nil && help.found.count == 63)
    #expect(help.handle("Esc") == false)
  }

  @Test func sectionsOfAHelpStandBesideEachOtherWhereThereIsRoom() {
    let sections = [["a", "b"], ["c"], ["d", "e"]].enumerated().map { index, keys in
      [KeyHint("Part \(index + 1)", "")] + keys.map { KeyHint($0, "", help: "the command of \($0)") }
    }
    let hints = Array(sections.joined(separator: [KeyHint("", "")]))
    func lines(_ width: Int) -> [Substring] {
      var help = HelpScreen(title: "Help", hints: hints)
      return drawn(width, 20) { help.render(into: &$0, in: $0.bounds) }.split(separator: "\n")
    }
    for (left, right) in [("Part 1", "Part 3"), ("the command of b", "the command of e")] {
      #expect(lines(116).contains { $0.contains(left) && $0.contains(right) })
      #expect(!lines(100).contains { $0.contains(left) && $0.contains(right) })
    }
    #expect(lines(116).contains { $0.contains("Part 2") } && lines(100).contains { $0.contains("Part 2") })
  }

  @Test func aLongSentenceOfTheHelpGoesOnInTheNextLine() {
    var help = HelpScreen(
      title: "Help", hints: [KeyHint("a", "add", help: "add an item below this one"), KeyHint("q", "quit")])
    #expect(
      drawn(20, 6) { help.render(into: &$0, in: $0.bounds) }
        == """
        ┌─ Help ───────────┐
        │ a  add an item   │
        │    below this    │
        │    one           │
        │ q  quit          │
        └──────────────────┘
        """)
    for key in ["j", "j", "j", "j", "k", "G", "g", "PgDn", "^u", "^d"] as [Key] { #expect(help.handle(key) == true) }
  }

  @Test func longHelpScrolls() {
    var help = HelpScreen(title: "Help", hints: (1...20).map { KeyHint("F\($0)", "do \($0)") })
    _ = help.handle(MouseEvent(.wheelDown, at: .zero))
    #expect(
      drawn(16, 5) { help.render(into: &$0, in: $0.bounds) }
        == """
         ┌─ Help ─────┐
         │ F4   do 4  │
         │ F5   do 5 ┃│
         │ F6   do 6  │
         └────────────┘
        """)
  }

  // MARK: - Empty state

  @Test func emptinessSaysWhatToDo() {
    var empty = EmptyState("Nothing here yet.", hints: [KeyHint("a", "add", help: "add an item")])
    #expect(
      drawn(30, 5) { empty.render(into: &$0, in: $0.bounds) } == """

              Nothing here yet.

                a  add an item

        """)
    #expect(empty.hint(pressedBy: MouseEvent(.press(0), at: Point(x: 8, y: 3)))?.keys == "a")
    #expect(empty.hint(pressedBy: MouseEvent(.press(0), at: Point(x: 8, y: 1))) == nil)
  }

  @Test func whatIsPastedIntoTheSearchShowsItsFirstFinding() {
    var help = HelpScreen(title: "help", hints: (0..<50).map { KeyHint("\($0)", "number \($0)") })
    _ = help.handle("/")
    _ = help.handle(Key(.pageDown))
    help.insert("number 4")
    #expect(help.offset == 0)
    #expect(help.search?.text == "number 4")
  }
}
