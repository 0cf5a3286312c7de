import Testing

@testable import TerminalUI

@Suite struct TextAreaTests {
  /// The area after keys were pressed, with `|` for the cursor and the selection in capitals.
  private func drawn(_ area: inout TextArea, _ width: Int = 12, _ height: Int = 4) -> String {
    var canvas = Canvas(size: Size(width: width, height: height))
    area.render(into: &canvas, in: canvas.bounds)
    return canvas.drawingWithCursor
  }

  private func press(_ area: inout TextArea, _ keys: Key...) { for key in keys { _ = area.handle(key) } }

  @Test func linesAreWrappedAtBlanks() {
    var area = TextArea("The quick brown fox\n\njumps")
    #expect(
      drawn(&area, 12, 5) == """
        |he quick
        brown fox

        jumps

        """)
  }

  @Test func wideGlyphsAndLongWordsAreDividedAnywhere() {
    var area = TextArea("漢字仮名交じり文 incomprehensibilities")
    area.editing.perform(.move(.textEnd))
    #expect(
      drawn(&area, 12, 6) == """
        漢字仮名交
        じり文
        incomprehen
        sibilities|


        """)
  }

  @Test func linesThatAreNotWrappedScrollTogether() {
    var area = TextArea("0123456789 abcdef\nshort\n0123456789 ABCDEF")
    area.wraps = false
    press(&area, "End")
    #expect(
      drawn(&area, 12, 3) == """
        6789 abcdef|

        6789 ABCDEF
        """)
    press(&area, "Down", "Left")
    #expect(drawn(&area, 12, 3) == "456789 abcde\n|\n456789 ABCDE")
  }

  @Test func movingDownKeepsTheColumn() {
    var area = TextArea("abcdef\nab\nabcdef")
    _ = drawn(&area)
    press(&area, "End", "Down", "Down")
    #expect(drawn(&area) == "abcdef\nab\nabcdef|\n")
    press(&area, "Up", "Up", "x", "Down")
    #expect(drawn(&area) == "abcdefx\nab|\nabcdef\n")
  }

  @Test func aBarShowsWhatIsVisible() {
    var area = TextArea((1...20).map { "line \($0)" }.joined(separator: "\n"))
    #expect(
      drawn(&area, 9, 4) == """
        |ine 1  ┃
        line 2
        line 3
        line 4
        """)
    press(&area, "PgDn", "PgDn")
    #expect(
      drawn(&area, 9, 4) == """
        line 4
        line 5  ┃
        line 6
        |ine 7
        """)
    press(&area, "C-End")
    #expect(
      drawn(&area, 9, 4) == """
        line 17
        line 18
        line 19
        line 20|┃
        """)
  }

  @Test func theWheelScrollsAndTakesTheCursorAlong() {
    var area = TextArea((1...20).map { "line \($0)" }.joined(separator: "\n"))
    _ = drawn(&area, 9, 4)
    #expect(area.handle(MouseEvent(.wheelDown, at: .zero)) == true)
    #expect(drawn(&area, 9, 4).hasPrefix("|ine 4"))
  }

  @Test func theMousePlacesAndSelects() {
    var area = TextArea("one two three\nfour")
    _ = drawn(&area, 9, 4)
    #expect(area.handle(MouseEvent(.press(0), at: Point(x: 1, y: 1))) == true)
    #expect(EditableTextTests.drawing(area.editing) == "one two t|hree\nfour")
    #expect(area.handle(MouseEvent(.drag(0), at: Point(x: 2, y: 2))) == true)
    #expect(EditableTextTests.drawing(area.editing) == "one two t[hree\nfo|]ur")
    #expect(area.handle(MouseEvent(.press(0), at: Point(x: 5, y: 0), clickCount: 2)) == true)
    #expect(EditableTextTests.drawing(area.editing) == "one [two|] three\nfour")
    #expect(area.handle(MouseEvent(.press(0), at: Point(x: 0, y: 2), clickCount: 3)) == true)
    #expect(EditableTextTests.drawing(area.editing) == "one two three\n[four|]")
    #expect(area.handle(MouseEvent(.press(0), at: Point(x: 0, y: 9))) == false)
  }

  @Test func theSelectionStandsOut() {
    var area = TextArea("ab cd\nef")
    press(&area, "Right", "S-Down")
    var canvas = Canvas(size: Size(width: 6, height: 2))
    area.render(into: &canvas, in: canvas.bounds)
    let reversed = canvas.bounds.rows.map { y in canvas.bounds.columns.filter { canvas.buffer[$0, y].style == .reverse }
    }
    #expect(reversed == [[1, 2, 3, 4], [0]])
  }

  @Test func aPasteThatIsTooLongSaysSo() {
    var area = TextArea(limit: 20)
    area.insert(String(repeating: "word\n", count: 10))
    #expect(
      drawn(&area, 40, 3) == """
        word
        |                                      ┃
        30 bytes left out, limit 20
        """)
    press(&area, "Left")
    #expect(!drawn(&area, 40, 3).contains("left out"))
  }

  @Test func aPlaceholderStandsForNothing() {
    var area = TextArea(placeholder: "notes")
    #expect(drawn(&area, 8, 2) == "|otes\n")
  }

  @Test func keysThatAreNotOfTheAreaAreLeft() {
    var area = TextArea("x")
    #expect(area.handle("Tab") == .ignored)
    #expect(area.handle("F5") == .ignored)
    #expect(area.handle("Esc") == .cancelled)
    #expect(area.handle("M-Enter") == .submitted)
    #expect(area.handle("Enter") == .edited)
  }

  /// Keys that change nothing lay nothing out; a change lays out the line once.
  @Test(arguments: [true, false]) func aMegabyteInOneLineIsLaidOutOnceForEachChange(_ wraps: Bool) {
    var area = TextArea(String(repeating: "0123456 ", count: Paste.limit / 8 - 1))
    area.wraps = wraps
    _ = drawn(&area, 20, 4)
    let keys: [Key] = ["Down", "Down", "PgDn", "End", "Up", "C-End", "Up", "PgUp", "Home", "Right", "S-Left"]
    for key in keys {
      _ = area.handle(key)
      _ = drawn(&area, 20, 4)
    }
    _ = area.handle(MouseEvent(.wheelDown, at: .zero))
    _ = area.handle(MouseEvent(.press(0), at: Point(x: 2, y: 2)))
    _ = drawn(&area, 20, 4)
    #expect(area.rows.layoutCount == 1)
    _ = area.handle("x")
    _ = drawn(&area, 20, 4)
    _ = drawn(&area, 20, 4)
    #expect(area.rows.layoutCount == 1)
  }

  @Test(arguments: [true, false]) func whatIsTypedAtTheEndOfALongLineLaysOutNoMoreThanItsEnd(_ wraps: Bool) {
    var area = TextArea(String(repeating: "0123456 ", count: 10_000) + "\nlast")
    area.wraps = wraps
    for key in ["End", "x", "é", "漢", "Backspace", "Enter", "y"] as [Key] {
      _ = area.handle(key)
      _ = drawn(&area, 20, 4)
      if key != "End" { #expect(area.rows.layoutBytes < 1_500, "\(key)") }
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>) func rowsThatFollowATextAreThoseOfIt(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let width = seed.isMultiple(of: 3) ? nil : Int.random(in: 1...9, using: &random)
    let pieces = [
      "a", "word ", "漢字", "\n", "\t", "  ", "e\u{301}", "\u{301}", "❤", "\u{FE0F}", "👩", "\u{200D}", "👧", "🇩", "🇪",
      String(repeating: "long ", count: 90),
    ]
    var text = (0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    var rows = TextRows(text, width: width)
    for step in 0..<60 {
      // Some lines are laid out before the text changes.
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        _ = rows.row(at: text.borderOfCharacter(in: Int.random(in: 0...text.utf8.count, using: &random)))
      }
      let scalars = Array(text.unicodeScalars)
      let start = Bool.random(using: &random) ? scalars.count : Int.random(in: 0...scalars.count, using: &random)
      let end = min(scalars.count, start + Int.random(in: 0...4, using: &random))
      var changed = String.UnicodeScalarView(scalars[..<start])
      changed.append(contentsOf: (pieces.randomElement(using: &random) ?? "").unicodeScalars)
      changed.append(contentsOf: scalars[end...])
      text = String(changed)
      rows.follow(text)
      #expect(rows.all == TextRows.all(of: text, width), "seed \(seed), step \(step)")
    }
  }

  @Test func aChangeThatLooksTheSameIsLaidOutAgain() {
    var area = TextArea("e\u{301}e\u{301}")
    _ = drawn(&area)
    area.editing = EditableText("éé", lines: .many)
    #expect(drawn(&area) == "éé|\n\n\n")
  }

  @Test(arguments: [0, 3, 250, 255, 256, 257, 1021, 3000, 4100]) func farRightLinesLookAsIfDrawnWhole(_ place: Int) {
    let text = String(repeating: "ab\t漢c", count: 600) + "\nx"
    var area = TextArea(text)
    area.wraps = false
    area.editing.place(at: place)
    var canvas = Canvas(size: Size(width: 30, height: 2))
    area.render(into: &canvas, in: canvas.bounds)
    let line = CellLine(text.prefix { $0 != "\n" })
    var whole = Canvas(size: Size(width: 30, height: 2))
    whole.draw(line, at: Point(x: -area.left, y: 0))
    #expect(canvas.buffer.text(ofRow: 0) == whole.buffer.text(ofRow: 0))
    let column = CellLine(area.editing.textBeforeCursor).width
    #expect(canvas.cursor == Point(x: column - area.left, y: 0))
    _ = area.handle(MouseEvent(.press(0), at: canvas.cursor ?? .zero))
    #expect(CellLine(area.editing.textBeforeCursor).width == column)
  }
}

extension String {
  /// The border of a character at or before an offset in UTF-8.
  fileprivate func borderOfCharacter(in place: Int) -> Int {
    let border = borderOfCharacter(notAfter: utf8.index(startIndex, offsetBy: place))
    return utf8.distance(from: startIndex, to: border)
  }
}

extension TextRows {
  /// All rows, with the columns of their ends; of a copy, so that nothing more is laid out in the original.
  fileprivate var all: [[Int]] {
    var (rows, found) = (self, [[Int]]())
    var next: TextRow? = rows.row(at: 0)
    while let row = next {
      found.append([
        row.range.lowerBound, rows.column(of: row.range.upperBound, in: row), row.endsLine ? 1 : 0, row.number,
      ])
      next = rows.row(after: row)
    }
    return found
  }

  fileprivate static func all(of text: String, _ width: Int?) -> [[Int]] { TextRows(text, width: width).all }
}
