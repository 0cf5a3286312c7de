import Testing

@Suite struct ModelDiagnosticsTests {
  @Test(arguments: [("enum", "an enum"), ("actor", "an actor")])
  func onlyClasses(keyword: String, phrase: String) {
    let expansion = MacroExpansion("@Model public \(keyword) A {}")
    #expect(
      expansion.diagnostics == ["1:15: error: '@Model' can only be applied to a class, not to \(phrase)"]
    )
    #expect(expansion.fixIts.isEmpty)
    #expect(expansion.text == "public \(keyword) A {}")
  }

  @Test func aStructCanBecomeAClass() {
    let expansion = MacroExpansion("@Model struct A {\n  var x: Int\n}")
    #expect(expansion.diagnostics == ["1:8: error: '@Model' can only be applied to a class, not to a struct"])
    #expect(expansion.fixIts == ["change 'struct' to 'final class'"])
    #expect(expansion.fixed == "@Model final class A {\n  var x: Int\n}")
    #expect(expansion.text == "struct A {\n  var x: Int\n}")
  }

  @Test func noGenericClasses() {
    let expansion = MacroExpansion("@Model class A<T> {}")
    #expect(
      expansion.diagnostics == [
        "1:15: error: '@Model' cannot be applied to the generic class 'A': an entity has one fixed shape"
      ]
    )
  }

  @Test func anInitializerIsMissed() {
    let expansion = MacroExpansion("@Model final class A {\n  var x = 0\n}", missesInitializers: true)
    #expect(expansion.diagnostics == ["1:20: error: '@Model' requires an initializer be provided for 'A'"])
    let whole = MacroExpansion("@Model final class A {\n  var x = 0\n  init() {}\n}", missesInitializers: true)
    #expect(whole.diagnostics.isEmpty)
  }

  @Test func noConditionalProperties() {
    let expansion = MacroExpansion("@Model class A {\n#if DEBUG\n  var x: Int\n  static let y = 1\n#endif\n}")
    #expect(
      expansion.diagnostics == [
        "3:3: error: a persisted property cannot be declared inside '#if': the schema must not vary"
      ]
    )
  }
}
