import Testing

@testable import TerminalUI

@Suite struct EditingFuzzTests {
  private static let pieces = [
    "a", "b", "Z", "1", " ", " ", ",", "-", "\t", "\n", "\r\n", "é", "e", "\u{301}", "漢", "字", "👨‍👩‍👧", "\u{200D}", "👧",
    "🇩🇪",
    "🇩", "\u{FE0F}", "ß", "한", "\u{1100}", "\u{1161}", "\u{1B}", "\u{202E}", "\u{85}", "\u{2028}",
  ]

  private static let commands: [EditCommand] =
    TextMotion.allCases.flatMap { [EditCommand.move($0), .select($0), .delete($0), .kill($0)] }
    + [.copy, .yank, .yankEarlier, .yank, .yankEarlier, .selectAll, .undo, .redo, .undo, .redo]

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func everyCommandDoesWhatTheNaiveEditorDoes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let isSingleLine = seed.isMultiple(of: 2)
    let limit = seed.isMultiple(of: 3) ? 60 : Int.max
    var text = EditableText("", lines: isSingleLine ? .one : .many, limit: limit)
    var oracle = EditingOracle(isSingleLine: isSingleLine, limit: limit)
    for step in 0..<600 {
      let did = Self.perform(&text, &oracle, &random)
      let isSame =
        text.text.utf8.elementsEqual(oracle.state.text.utf8) && text.cursor == oracle.state.cursor
        && text.selection == oracle.selection
      #expect(isSame, "seed \(seed), step \(step), \(did): \(EditableTextTests.drawing(text)) is not \(oracle.state)")
      guard isSame else { return }
    }
  }

  private static func perform(
    _ text: inout EditableText, _ oracle: inout EditingOracle, _ random: inout SeededGenerator
  ) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      guard let character = pieces[Int.random(in: 0..<pieces.count, using: &random)].first else { return "" }
      text.type(character)
      oracle.insert(String(character), isTyped: true)
      return "type \(String(reflecting: character))"
    case 4:
      let pasted = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      text.insert(pasted)
      oracle.insert(pasted)
      return "insert \(String(reflecting: pasted))"
    default:
      let command = commands[Int.random(in: 0..<commands.count, using: &random)]
      text.perform(command)
      oracle.perform(command)
      return "\(command)"
    }
  }

  /// Checked in every state: the cursor is in the area, the rows cover the text, and each character is found where it is
  /// drawn.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func anAreaOfAnySizeShowsTheCursor(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var area = TextArea()
    area.wraps = !seed.isMultiple(of: 4)
    let keys: [Key] = [
      "Up", "Down", "PgUp", "PgDn", "S-Up", "S-Down", "Home", "End", "C-Home", "C-End", "Left", "Right", "^k", "^y",
      "^_", "Enter", "Enter", "Space", "Backspace",
    ]
    for step in 0..<300 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: area.insert(Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)])
      case 1:
        let point = Point(x: Int.random(in: -1..<20, using: &random), y: Int.random(in: -1..<8, using: &random))
        let actions: [MouseEvent.Action] = [.press(0), .drag(0), .wheelUp, .wheelDown]
        _ = area.handle(MouseEvent(actions[Int.random(in: 0..<4, using: &random)], at: point))
      default: _ = area.handle(keys[Int.random(in: 0..<keys.count, using: &random)])
      }
      let size = Size(width: Int.random(in: 1...20, using: &random), height: Int.random(in: 1...7, using: &random))
      var canvas = Canvas(size: size)
      area.render(into: &canvas, in: canvas.bounds)
      let first = canvas
      #expect(canvas.cursor.map(area.area.contains) == true, "seed \(seed), step \(step)")
      area.render(into: &canvas, in: canvas.bounds)
      #expect(canvas.buffer == first.buffer && canvas.cursor == first.cursor, "seed \(seed), step \(step): twice")
      Self.checkRows(area, "seed \(seed), step \(step)")
    }
  }

  private static func checkRows(_ area: TextArea, _ comment: Comment) {
    var rows = area.rows
    var row: TextRow? = rows.row(at: 0)
    var end = 0
    while let shown = row {
      #expect(shown.range.lowerBound == end, comment)
      end = shown.range.upperBound + (shown.endsLine ? 1 : 0)
      #expect(rows.row(at: shown.range.lowerBound) == shown, comment)
      row = rows.row(after: shown)
      if let row { #expect(rows.row(before: row) == shown, comment) }
    }
    #expect(end == area.text.utf8.count + 1, comment)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aFieldOfAnyWidthShowsTheCursor(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var field = TextField(limit: 80)
    for step in 0..<300 {
      let command = Self.commands[Int.random(in: 0..<Self.commands.count, using: &random)]
      if Bool.random(using: &random) { field.editing.perform(command) }
      field.insert(Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)])
      var canvas = Canvas(size: Size(width: Int.random(in: 1...20, using: &random), height: 1))
      field.render(into: &canvas, in: canvas.bounds)
      #expect(canvas.cursor.map(field.area.contains) == true, "seed \(seed), step \(step)")
    }
  }
}
