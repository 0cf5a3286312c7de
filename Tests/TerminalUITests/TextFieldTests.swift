import Testing

@testable import TerminalUI

@Suite struct TextFieldTests {
  /// The field after keys were pressed, `|` being the cursor.
  private func edited(_ text: String, _ keys: [Key]) -> String {
    var field = TextField(text)
    for key in keys { _ = field.handle(key) }
    return field.textBeforeCursor + "|" + field.text.dropFirst(field.textBeforeCursor.count)
  }

  @Test(
    arguments: [
      ("ab", ["c"], "abc|"), ("ab", ["Left", "x"], "ax|b"), ("ab", ["Home", "Del"], "|b"), ("ab", ["Backspace"], "a|"),
      ("ab", ["^a", "^k"], "|"), ("ab", ["Left", "^u"], "|b"), ("one two  ", ["^w"], "one |"),
      ("one two", ["M-b", "M-d"], "one |"),
      ("one two", ["Home", "C-Right"], "one| two"), ("👨‍👩‍👧é", ["Left", "Backspace"], "|é"), ("e", ["\u{301}"], "é|"),
      ("", ["Left", "Right", "Backspace", "Del", "^w", "^k", "^u"], "|"),
      ("ab", ["^a", "^e", "^b", "^f", "End"], "ab|"),
      ("\u{301}x", ["Home", "e"], "e\u{301}|x"),
    ] as [(String, [Key], String)])
  func keysEdit(_ text: String, _ keys: [Key], _ expected: String) { #expect(edited(text, keys) == expected) }

  @Test(
    arguments: [
      ("x", .edited), ("Left", .moved), ("Enter", .submitted), ("Esc", .cancelled), ("F1", .ignored), ("^r", .ignored),
    ] as [(Key, TextField.Action)])
  func aKeyTellsWhatItDid(_ key: Key, _ action: TextField.Action) {
    var field = TextField("text")
    #expect(field.handle(key) == action)
  }

  @Test func pastedLinesBecomeOne() {
    var field = TextField("[]")
    _ = field.handle("Left")
    field.insert("a\nb\tc")
    #expect(field.text == "[a b c]")
  }

  @Test func theCursorIsAlwaysVisible() {
    var field = TextField("0123456789漢字")
    #expect(drawn(&field) == "789漢字 @7")
    for _ in 0..<4 { _ = field.handle("Left") }
    #expect(drawn(&field) == "789漢字 @1")
    _ = field.handle("Home")
    #expect(drawn(&field) == "01234567 @0")
  }

  @Test func whereCharactersStandDependsOnWhatIsScrolledAway() {
    var field = TextField("0123漢字6789")
    _ = drawn(&field, 20)
    #expect(field.columns(of: 4..<6) == 4..<8)
    #expect(field.columns(of: 10..<10) == 12..<13)
    #expect(field.columns(of: 0..<99) == 0..<12)
    // Scrolled to the end.
    #expect(drawn(&field) == "字6789 @6")
    #expect(field.columns(of: 4..<6) == 0..<2)
    #expect(field.columns(of: 6..<8) == 2..<4)
    #expect(field.columns(of: 0..<4) == nil)
    _ = field.handle("Home")
    #expect(drawn(&field) == "0123漢字 @0")
    #expect(field.columns(of: 5..<9) == 6..<8)
    #expect(field.columns(of: 6..<8) == nil)
  }

  @Test func aPlaceholderStandsForNothing() {
    var field = TextField(placeholder: "title")
    #expect(drawn(&field) == "title @0")
  }

  @Test func aPasteThatIsTooLongSaysSo() {
    var field = TextField("ab", limit: 8)
    field.insert("0123456789")
    #expect(drawn(&field, 40) == "ab012345       4 bytes left out, limit 8 @8")
    #expect(field.handle("Left") == .moved)
    #expect(drawn(&field, 40) == "ab012345 @7")
  }

  @Test func theMousePlacesAndSelects() {
    var field = TextField("one 漢字 two")
    _ = drawn(&field, 20)
    #expect(field.handle(MouseEvent(.press(0), at: Point(x: 5, y: 0))) == true)
    #expect(EditableTextTests.drawing(field.editing) == "one |漢字 two")
    #expect(field.handle(MouseEvent(.drag(0), at: Point(x: 8, y: 0))) == true)
    #expect(EditableTextTests.drawing(field.editing) == "one [漢字|] two")
    #expect(field.handle(MouseEvent(.press(0), at: Point(x: 10, y: 0), modifiers: .shift)) == true)
    #expect(EditableTextTests.drawing(field.editing) == "one [漢字 t|]wo")
    #expect(field.handle(MouseEvent(.press(0), at: Point(x: 10, y: 0), clickCount: 2)) == true)
    #expect(EditableTextTests.drawing(field.editing) == "one 漢字 [two|]")
    #expect(field.handle(MouseEvent(.press(0), at: Point(x: 10, y: 0), clickCount: 3)) == true)
    #expect(EditableTextTests.drawing(field.editing) == "[one 漢字 two|]")
    #expect(field.handle(MouseEvent(.press(0), at: Point(x: 1, y: 1))) == false)
  }

  private func drawn(_ field: inout TextField, _ width: Int = 8) -> String {
    var canvas = Canvas(size: Size(width: width, height: 1))
    field.render(into: &canvas, in: canvas.bounds)
    return canvas.buffer.drawing + " @\(canvas.cursor?.x ?? -1)"
  }
}
