import Testing

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
        "5:10: error: '#Index' describes the class that it stands in, here 'A'"
      ])
    #expect(model(#"#Index<Schema.A>([\.x])"#).diagnostics.isEmpty)
  }

  @Test func noRepetitionsAndNoEmptyLists() {
    #expect(
      model(#"#Unique<A>([\.x, \.x], [])"#).diagnostics == [
        #"5:20: error: '\.x' stands in this list already"#,
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
        "5:18: error: '#FullTextIndex' describes the class that it stands in, here 'A'",
        "5:23: error: 'sum' is not stored, so it cannot be indexed or be unique",
        #"5:33: error: '\.y' stands in this list already"#,
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
