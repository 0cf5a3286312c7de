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

@Suite struct KeySequenceTests {
  var sequence: KeySequence<String>

  init() {
    var bindings = KeyBindings<String>()
    let pairs = [
      ("g g", "top"), ("g e", "end"), ("d", "delete"), ("d d", "delete line"), ("^x ^s", "save"), ("q", "quit"),
    ]
    for (keys, command) in pairs { bindings.bind(keys, to: command) }
    sequence = KeySequence(bindings)
  }

  @Test mutating func aSequenceWaitsVisiblyAndThenActs() {
    #expect(sequence.pendingText.isEmpty)
    #expect(sequence.press("g") == [.wait])
    #expect(sequence.pendingText == "g …")
    #expect(sequence.press("g") == [.perform("top")])
    #expect(sequence.pendingText.isEmpty)
    #expect(sequence.press("^x") == [.wait])
    #expect(sequence.pendingText == "^x …")
    #expect(sequence.press("^s") == [.perform("save")])
  }

  @Test mutating func aKeyWithoutBindingIsPassedOn() {
    #expect(sequence.press("x") == [.pass("x")])
    #expect(sequence.press("q") == [.perform("quit")])
  }

  @Test mutating func keysThatLeadNowhereAreForgottenTogether() {
    _ = sequence.press("g")
    #expect(sequence.press("q") == [.reject(["g", "q"])])
    #expect(sequence.pending.isEmpty)
  }

  @Test mutating func escapeTakesBackWhatWaits() {
    _ = sequence.press("g")
    #expect(sequence.press("Esc") == [.reject(["g", "Esc"])])
    #expect(sequence.press("Esc") == [.pass("Esc")])
  }

  @Test mutating func aCommandThatBeginsALongerOneWaitsBriefly() {
    #expect(sequence.press("d") == [.waitBriefly])
    #expect(sequence.timeOut() == [.perform("delete")])
    #expect(sequence.timeOut() == [])
    #expect(sequence.press("d") == [.waitBriefly])
    #expect(sequence.press("d") == [.perform("delete line")])
    #expect(sequence.press("d") == [.waitBriefly])
    #expect(sequence.press("g") == [.perform("delete"), .wait])
    #expect(sequence.timeOut() == [])
    #expect(sequence.pendingText == "g …")
    sequence.cancel()
    #expect(sequence.pending.isEmpty)
  }

  @Test func bindingsAreTakenBackAndRefused() {
    var bindings = KeyBindings<Int>()
    #expect(bindings.bind("a b c", to: 1) == true)
    #expect(bindings.bind("a Nonsense", to: 2) == false)
    #expect(bindings.bind("", to: 3) == false)
    bindings[["a", "b", "c"]] = nil
    var sequence = KeySequence(bindings)
    #expect(sequence.press("a") == [.pass("a")])
  }
}
