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

@Suite struct ConstraintDiagnosticsTests {
  @Test(arguments: ["Index", "Unique"])
  func onlyStoredProperties(macro: String) {
    let expansion = model(#"#\#(macro)<A>([\.x, \.sum], [\.token])"#)
    let column = macro.count + 16
    #expect(
      expansion.diagnostics == [
        "5:\(column): error: 'sum' is not stored, so it cannot be indexed or be unique",
        "5:\(column + 9): error: 'token' is not stored, so it cannot be indexed or be unique",
      ])
  }

  @Test func theClassItself() {
    #expect(
      model(#"#Index<B>([\.x])"#).diagnostics == [
        "5:10: error: '#Index' describes the class that contains it, here 'A'"
      ])
    #expect(model(#"#Index<Schema.A>([\.x])"#).diagnostics.isEmpty)
  }

  @Test func noRepetitionsAndNoEmptyLists() {
    #expect(
      model(#"#Unique<A>([\.x, \.x], [])"#).diagnostics == [
        #"5:20: error: '\.x' is already in this list"#,
        "5:26: error: '#Unique' needs at least one property in each list",
      ])
    #expect(model(#"#Index<A>([\.x], [\.x, \.y.count])"#).diagnostics.isEmpty)
  }

  @Test(arguments: ["Index", "Unique"])
  func onlyInsideOfAModel(macro: String) {
    let message = "error: '#\(macro)' belongs inside a class with '@Model'"
    #expect(MacroExpansion("class A {\n  #\(macro)<A>([\\.x])\n}").diagnostics == ["2:4: \(message)"])
    #expect(MacroExpansion("#\(macro)<A>([\\.x])").diagnostics == ["1:2: \(message)"])
  }

  @Test func kindsOfIndexAreHandedToTheRuntime() {
    let expansion = model(#"#Index<A>(.binary([\.x]), .rtree([\.x, \.y]))"#)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.text.contains(#"properties.index(.binary([\.x]), .rtree([\.x, \.y]))"#))
    #expect(model(#"#Index<A>(.rtree([\.sum]))"#).diagnostics.count == 1)
  }

  @Test func fullTextIndexesAreHandedToTheRuntime() {
    let expansion = model(#"#FullTextIndex<A>(\.y, \.y.description)"#)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.text.contains(#"properties.fullText(\.y, \.y.description)"#))
  }

  @Test func fullTextIndexesObeyTheSameRules() {
    #expect(
      model(#"#FullTextIndex<B>(\.sum, \.y, \.y)"#).diagnostics == [
        "5:18: error: '#FullTextIndex' describes the class that contains it, here 'A'",
        "5:23: error: 'sum' is not stored, so it cannot be indexed or be unique",
        #"5:33: error: '\.y' is already in this list"#,
      ])
    let message = "error: '#FullTextIndex' belongs inside a class with '@Model'"
    #expect(MacroExpansion("#FullTextIndex<A>(\\.x)").diagnostics == ["1:2: \(message)"])
  }

  @Test func noModelsInsideOfGenericTypes() {
    let expansion = MacroExpansion("struct Outer<T> {\n  @Model class A {}\n}")
    #expect(
      expansion.diagnostics == [
        "2:16: error: '@Model' cannot be applied to 'A' inside a generic type: an entity has one fixed shape"
      ])
  }

  private func model(_ annotation: String) -> MacroExpansion {
    MacroExpansion(
      "@Model class A {\n  var x: Int; var y: String\n  var sum: Int { 1 }\n  @Transient var token = 1\n  \(annotation)\n}"
    )
  }
}
