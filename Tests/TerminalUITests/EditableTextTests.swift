import Testing

@testable import TerminalUI

@Suite struct EditableTextTests {
  /// The text after keys were pressed, with `|` for the cursor and the selection in brackets.
  private func edited(_ text: String, _ keys: [Key]) -> String {
    var area = TextArea(text)
    area.editing.perform(.move(.textEnd))
    for key in keys { _ = area.handle(key) }
    return Self.drawing(area.editing)
  }

  static func drawing(_ text: EditableText) -> String {
    var bytes = Array(text.text.utf8)
    var marks = [(text.cursor, 1, "|")]
    if let selection = text.selection { marks += [(selection.lowerBound, 0, "["), (selection.upperBound, 2, "]")] }
    for (place, _, mark) in marks.sorted(by: { ($0.0, $0.1) > ($1.0, $1.1) }) {
      bytes.insert(contentsOf: mark.utf8, at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("one two", ["M-b"], "one |two"), ("one two", ["M-b", "M-b"], "|one two"),
      ("one, two", ["M-b", "M-b"], "|one, two"),
      ("one, two", ["Home", "M-f"], "one|, two"), ("one, two", ["Home", "M-f", "M-f"], "one, two|"),
      ("a-b c", ["M-Backspace"], "a-b |"), ("x a-b", ["M-Backspace"], "x a-|"), ("x a-b", ["^w"], "x |"),
      ("größe 漢字", ["M-b", "M-b"], "|größe 漢字"), ("👨‍👩‍👧 é", ["M-b", "Left", "Left"], "|👨‍👩‍👧 é"),
    ] as [(String, [Key], String)])
  func wordsAreLettersAndDigits(_ text: String, _ keys: [Key], _ expected: String) {
    #expect(edited(text, keys) == expected)
  }

  @Test(
    arguments: [
      ("ab cd", ["^w", "^y", "^y"], "ab cdcd|"),
      ("ab cd ef", ["^w", "^w", "Home", "^y"], "cd ef|ab "),
      ("ab cd", ["Home", "M-d", "M-d", "^y"], "ab cd|"),
      ("ab cd", ["^w", "Left", "^u", "^y"], "ab| "),
      ("ab cd", ["^w", "Left", "^u", "^y", "M-y"], "cd| "),
      ("ab cd", ["^w", "Left", "^u", "^y", "M-y", "M-y"], "ab| "),
      ("ab cd", ["^w", "Left", "^y", "Right", "M-y"], "abcd |"),
      ("a\nb", ["Up", "Home", "^k", "^k", "^y", "^y"], "a\na\n|b"),
      ("abc", ["^y", "M-y"], "abc|"), ("abc", ["S-Left", "M-w", "Home", "^y"], "c|abc"),
      ("abc", ["M-a", "^w"], "|"), ("abc", ["M-a", "^k", "^y"], "abc|"),
    ] as [(String, [Key], String)])
  func whatIsKilledCanBeYanked(_ text: String, _ keys: [Key], _ expected: String) {
    #expect(edited(text, keys) == expected)
  }

  @Test(
    arguments: [
      ("abc", ["S-Left", "S-Left"], "a[|bc]"), ("abc", ["Home", "S-Right"], "[a|]bc"),
      ("ab cd", ["S-C-Left"], "ab [|cd]"), ("ab", ["S-Home"], "[|ab]"), ("ab", ["M-a"], "[ab|]"),
      ("abc", ["S-Left", "S-Left", "x"], "ax|"), ("abc", ["S-Left", "Backspace"], "ab|"),
      ("abc", ["S-Left", "S-Left", "Left"], "a|bc"), ("abc", ["S-Left", "S-Left", "Right"], "abc|"),
      ("abc", ["S-Left", "S-Right"], "abc|"), ("ab\ncd", ["S-Up"], "ab[|\ncd]"), ("ab\ncd", ["S-Up", "Del"], "ab|"),
      ("abc", ["M-a", "Enter"], "\n|"), ("abc", ["S-Left", "^y"], "ab[|c]"),
    ] as [(String, [Key], String)])
  func shiftSelectsAndTypingReplaces(_ text: String, _ keys: [Key], _ expected: String) {
    #expect(edited(text, keys) == expected)
  }

  @Test(
    arguments: [
      ("", ["a", "b", "Space", "c", "^_"], "ab |"), ("", ["a", "b", "Space", "c", "^_", "^_"], "|"),
      ("", ["a", "b", "^_", "M-/"], "ab|"), ("", ["a", "b", "^_", "c", "M-/"], "c|"),
      ("", ["a", "Left", "Right", "b", "^_"], "a|"), ("abc", ["Backspace", "Backspace", "^_"], "abc|"),
      ("abc", ["Home", "Del", "Del", "^_"], "|abc"), ("abc", ["S-Left", "x", "^_"], "ab[|c]"),
      ("ab cd", ["^w", "^y", "^_", "^_"], "ab cd|"), ("ab", ["^_", "M-/"], "ab|"),
      ("ab cd", ["^w", "Left", "^u", "^y", "M-y", "^_"], "ab| "),
      ("\u{301}x", ["Home", "e", "^_", "M-/"], "e\u{301}|x"),
      ("ab", ["M-a", "c", "d", "^_", "^_"], "[ab|]"),
    ] as [(String, [Key], String)])
  func changesAreTakenBackAndMadeAgain(_ text: String, _ keys: [Key], _ expected: String) {
    #expect(edited(text, keys) == expected)
  }

  @Test func everyLineEndBecomesOne() {
    #expect(TextArea("a\r\nb\rc\n").text == "a\nb\nc\n")
    #expect(TextField("a\r\nb\rc\td").text == "a b c d")
    var area = TextArea()
    area.insert("x\r\ny")
    #expect(area.text == "x\ny")
  }

  @Test func insertingStopsAtTheLimitAtABorderOfCharacters() {
    var text = EditableText("ab", limit: 6)
    #expect(text.insert("é漢字") == true)
    #expect(text.text == "abé" && text.omitted == 6)
    text.perform(.selectAll)
    #expect(text.insert("123456") == true)
    #expect(text.omitted == 0)
    #expect(text.type("7") == false)
    #expect(text.text == "123456" && text.omitted == 1)
  }

  @Test func aTextBeyondTheLimitStaysAndCanBeShortened() {
    var text = EditableText("abcdef", limit: 3)
    #expect(text.type("x") == false)
    text.perform(.delete(.characterBack))
    #expect(text.text == "abcde")
  }

  @Test func changesBeyondTheLimitAreForgotten() {
    var text = EditableText("", lines: .many, limit: 1 << 24)
    let piece = String(repeating: "x", count: 1 << 20)
    for _ in 0..<12 { text.insert(piece) }
    var count = 0
    while text.perform(.undo) { count += 1 }
    #expect(count == 8)
  }

  @Test func historyLeadsBackAndKeepsWhatWasTyped() {
    var field = TextField("new")
    #expect(field.handle("Up") == .ignored)
    field.history = InputHistory(["one", "two"])
    #expect(recalled(&field, "Up") == "two")
    _ = field.handle("!")
    #expect(recalled(&field, "Up") == "one")
    #expect(field.handle("Up") == .moved)
    #expect(recalled(&field, "Down") == "two!")
    #expect(recalled(&field, "Down") == "new")
    #expect(field.handle("Down") == .moved)
    #expect(recalled(&field, "^_") == "two!")
  }

  private func recalled(_ field: inout TextField, _ key: Key) -> String {
    #expect(field.handle(key) == .edited)
    return field.text
  }

  @Test func historyKeepsWhatIsNew() {
    var history = InputHistory(["one"], limit: 2)
    for text in ["one", " ", "two", "two", "three"] { history.add(text) }
    #expect(history.entries == ["two", "three"])
  }

  /// Backwards, each flag is found by looking at all flags before it.
  @Test func aLineOfFlagsIsPassedInOneGo() {
    let flags = String(repeating: "🇩🇪", count: 131_072)
    var text = EditableText("a " + flags, limit: .max)
    #expect(text.target(of: .blankBack) == 2)
    #expect(text.target(of: .wordBack) == 0)
    text.selectWord(at: 2 + 8 * 100_000)
    #expect(text.selection == 1..<2 + flags.utf8.count)
  }

  @Test func wordsBeforeTheLineAreFoundFromItsStart() {
    var text = EditableText("one two\n\n  ", lines: .many)
    #expect(text.target(of: .wordBack) == 4)
    #expect(text.target(of: .blankBack) == 4)
    text.place(at: 3)
    #expect(text.target(of: .wordBack) == 0)
    #expect(EditableText(" \n ", lines: .many).target(of: .wordBack) == 0)
  }
}
