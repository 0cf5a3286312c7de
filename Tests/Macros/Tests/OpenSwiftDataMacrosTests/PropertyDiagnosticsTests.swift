import Testing

@Suite struct PropertyDiagnosticsTests {
  @Test func constants() {
    let expansion = model("@Attribute let x: Int // why")
    #expect(
      expansion.diagnostics == [
        "2:14: error: a persisted property must be a 'var': its value is read from the store after 'init'"
      ]
    )
    #expect(expansion.fixIts == ["change 'let' to 'var'"])
    #expect(expansion.fixed == "@Model class A {\n  @Attribute var x: Int // why\n}")
  }

  @Test func severalNames() {
    let message = "error: declare each persisted property with its own 'var'"
    #expect(model("var x = 1, y = 2").diagnostics == ["2:14: \(message)"])
    #expect(model("var (x, y) = (1, 2)").diagnostics == ["2:7: \(message)"])
  }

  @Test(arguments: ["weak", "unowned"])
  func weakReferences(keyword: String) {
    let expansion = model("private \(keyword) var x: B?")
    #expect(
      expansion.diagnostics == [
        "2:11: error: a persisted property cannot be '\(keyword)'"
      ]
    )
    #expect(expansion.fixIts == ["remove '\(keyword)'"])
    #expect(expansion.fixed == "@Model class A {\n  private var x: B?\n}")
    #expect(model("\(keyword) var x: B?").fixed == "@Model class A {\n  var x: B?\n}")
  }

  @Test func aTypeMustBeKnown() {
    #expect(
      model("var x").diagnostics == ["2:7: error: persisted property 'x' needs a type or an initial value"]
    )
  }

  @Test func observersAreWarnedAbout() {
    let expansion = model("var x = 1 { willSet {} didSet {} }")
    #expect(
      expansion.diagnostics == [
        "2:15: warning: 'willSet' never runs on a persisted property; change it through a method instead",
        "2:26: warning: 'didSet' never runs on a persisted property; change it through a method instead",
      ]
    )
    #expect(expansion.text.contains("_PersistedProperty(slot: 0)"))
    #expect(model("@Transient var x = 1 { didSet {} }").diagnostics.isEmpty)
  }

  @Test func wrappersAreExplained() {
    #expect(
      model("@Clamped(0) var x = 1").diagnostics == [
        "2:3: note: only plain variables persist: if '@Clamped' is a property wrapper, add '@Transient'"
      ]
    )
    #expect(
      model("@Clamped(0) var x = 1\n  @Clamped(1) var y = 1\n  @Other var z = 1").diagnostics == [
        "2:3: note: only plain variables persist: if '@Clamped' is a property wrapper, add '@Transient'",
        "4:3: note: only plain variables persist: if '@Other' is a property wrapper, add '@Transient'",
      ]
    )
    #expect(model("@available(*, deprecated) var x = 1").diagnostics.isEmpty)
    #expect(model("@Transient @Clamped(0) var x = 1").diagnostics.isEmpty)
  }

  @Test func aRequiredRelationshipThatAnInitializerForgetsIsWarnedAbout() {
    let relationship = "@Relationship(deleteRule: .deny) var owner: Person"
    let warning = "3:3: warning: this initializer does not set 'owner'; a model without it cannot be saved"
    #expect(model("\(relationship)\n  init() {}").diagnostics == [warning])
    #expect(model("\(relationship)\n  init(owner: Person) { name = owner.name }").diagnostics == [warning])
    for setting in ["self.owner = owner", "(name, self.owner) = (\"\", owner)", "if true { self.owner = owner }"] {
      #expect(model("\(relationship)\n  init(owner: Person) { \(setting) }").diagnostics.isEmpty)
    }
    #expect(model("\(relationship)\n  convenience init() { self.init(1) }").diagnostics.isEmpty)
    for type in ["Person?", "[Person]", "Optional<Person>", "Person!"] {
      #expect(model("@Relationship var owner: \(type)\n  init() {}").diagnostics.isEmpty)
    }
    #expect(model("@Relationship var owner: Person = .nobody\n  init() {}").diagnostics.isEmpty)
  }

  @Test func transientNeedsAnInitialValue() {
    let expansion = model("@Transient var x: Int")
    #expect(
      expansion.diagnostics == [
        "2:18: error: transient property 'x' needs an initial value: the store has none for it"
      ]
    )
    #expect(expansion.fixIts == ["add an initial value"])
    #expect(expansion.fixed == "@Model class A {\n  @Transient var x: Int = <#initial value#>\n}")
    #expect(model("@Transient var x: Int?").diagnostics.isEmpty)
    #expect(model("@Transient var x: Int { 1 }").diagnostics.isEmpty)
  }

  @Test func annotationsExcludeEachOther() {
    let expansion = model("@Attribute(.unique) @Transient var x = 1")
    #expect(expansion.diagnostics == ["2:3: error: '@Attribute' cannot be combined with '@Transient'"])
    #expect(expansion.fixIts == ["remove '@Attribute'"])
    #expect(expansion.fixed == "@Model class A {\n  @Transient var x = 1\n}")
    #expect(
      model("@Relationship @Attribute var x: B?").diagnostics == [
        "2:17: error: '@Attribute' cannot be combined with '@Relationship'"
      ]
    )
    #expect(
      model("@Transient @Relationship var x: B?").diagnostics == [
        "2:14: error: '@Relationship' cannot be combined with '@Transient'"
      ]
    )
  }

  private func model(_ property: String) -> MacroExpansion {
    MacroExpansion("@Model class A {\n  \(property)\n}")
  }
}
