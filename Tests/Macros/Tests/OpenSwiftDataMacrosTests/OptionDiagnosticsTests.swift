import Testing

@Suite struct OptionDiagnosticsTests {
  @Test func annotationsBelongOnStoredProperties() {
    let computed = model("@Attribute(.unique) var x: Int { 1 }")
    #expect(
      computed.diagnostics == [
        "2:3: error: '@Attribute' cannot be applied to a computed property: it is not stored with the model"
      ])
    #expect(computed.fixIts == ["remove '@Attribute'"])
    #expect(computed.fixed == "@Model class A {\n  var x: Int { 1 }\n}")
    #expect(
      model("@Relationship static var x = 1").diagnostics == [
        "2:3: error: '@Relationship' cannot be applied to a 'static' or 'lazy' property: it is not stored with the model"
      ])
    #expect(
      model("@Attribute func f() {}").diagnostics == [
        "2:3: error: '@Attribute' can only be applied to a stored property of a model"
      ])
  }

  @Test(arguments: ["unique", "externalStorage", "preserveValueOnDeletion"])
  func ephemeralExcludes(option: String) {
    #expect(
      model("@Attribute(.ephemeral, .\(option)) var x: Data?").diagnostics == [
        "2:14: error: an ephemeral attribute is never stored, so it cannot be '.\(option)'"
      ])
  }

  @Test func externalStorageIsForData() {
    #expect(
      model("@Attribute(.externalStorage) var x: String").diagnostics == [
        "2:14: warning: '.externalStorage' moves 'Data' out of the store; it has no effect on 'String'"
      ])
    #expect(model("@Attribute(.externalStorage) var x: Data?").diagnostics.isEmpty)
    #expect(model("@Attribute(.externalStorage) var x = Data()").diagnostics.isEmpty)
  }

  @Test(arguments: ["Int", "String?", "[Date]"])
  func relationshipsLeadToModels(type: String) {
    let expansion = model("@Relationship(deleteRule: .cascade) var x: \(type)")
    #expect(
      expansion.diagnostics == ["2:46: error: a relationship leads to models, and '\(type)' is not one"])
    #expect(expansion.fixIts == ["change '@Relationship' to '@Attribute'"])
    #expect(expansion.fixed == "@Model class A {\n  @Attribute var x: \(type)\n}")
  }

  @Test func countsThatExcludeEachOther() {
    #expect(
      model("@Relationship(minimumModelCount: 3, maximumModelCount: 2) var x: [B]").diagnostics == [
        "2:36: error: a relationship cannot have at least 3 and at most 2 models"
      ])
    #expect(model("@Relationship(minimumModelCount: 3, maximumModelCount: 0) var x: [B]").diagnostics.isEmpty)
    #expect(model("@Relationship(minimumModelCount: 3, maximumModelCount: 3) var x: [B]").diagnostics.isEmpty)
  }

  @Test func originalNames() {
    #expect(
      model("@Attribute(originalName: \"\") var x: Int").diagnostics == [
        "2:28: error: the original name of a property cannot be empty"
      ])
    #expect(
      model("@Relationship(originalName: \"x\") var x: B?").diagnostics == [
        "2:31: warning: the property is still called 'x', so the original name has no effect"
      ])
    #expect(model("@Attribute(originalName: \"y\") var x: Int").diagnostics.isEmpty)
  }

  @Test func transformersAreHandedToTheRuntime() {
    let expansion = model("@Attribute(.unique, .transformable(by: Colors.self), originalName: \"y\") var x: Color")
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.text.contains("transformer: Colors.self)"))
    #expect(!model("@Attribute(.unique) var x: Int").text.contains("transformer:"))
  }

  private func model(_ property: String) -> MacroExpansion {
    MacroExpansion("@Model class A {\n  \(property)\n}")
  }
}
