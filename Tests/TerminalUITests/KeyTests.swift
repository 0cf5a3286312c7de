import Testing

@testable import TerminalUI

@Suite struct KeyTests {
  @Test(arguments: [
    "a", "A", "^d", "M-x", "Enter", "S-Tab", "C-Up", "F5", "Space", "^Space", "M-^d", "^", "-", "M--", "PgDn", "é",
  ])
  func aKeyReadsAsItIsWritten(_ text: String) throws {
    let key = try #require(Key(text))
    #expect(key.description == text)
  }

  @Test(arguments: ["", "Foo", "F64", "ab", "M-"]) func whatIsNoKeyIsRefused(_ text: String) {
    #expect(Key(text) == nil)
  }

  @Test func keysTypeCharactersWithoutModifiers() {
    #expect(Key("x").typed == "x")
    #expect(Key("^x").typed == nil)
    #expect(Key("M-x").typed == nil)
    #expect(Key("Enter").typed == nil)
  }
}
