import Testing

@Suite struct ModelActorExpansionTests {
  @Test func theWholeExpansion() {
    let expansion = MacroExpansion("@ModelActor public actor Handler {\n}")
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.text == """
        public actor Handler {
          nonisolated public let modelExecutor: any OpenSwiftData.ModelExecutor
          nonisolated public let modelContainer: OpenSwiftData.ModelContainer
          public init(modelContainer: OpenSwiftData.ModelContainer) {
            let modelContext = OpenSwiftData.ModelContext(modelContainer)
            self.modelExecutor = OpenSwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
            self.modelContainer = modelContainer
          }
        }
        extension Handler: OpenSwiftData.ModelActor {}
        """)
  }

  @Test func genericAndNestedActors() {
    let text = MacroExpansion("extension Data { @ModelActor actor Handler<Model: PersistentModel> {} }").text
    #expect(text.contains("extension Data.Handler: OpenSwiftData.ModelActor {"))
    #expect(text.contains("  nonisolated let modelExecutor"))
  }

  @Test func accessFollowsTheEnclosingExtension() {
    let text = MacroExpansion("package extension Data { @ModelActor actor Handler {} }").text
    #expect(text.contains("nonisolated package let modelExecutor"))
    #expect(text.contains("package init(modelContainer:"))
  }

  @Test func theInitialiserStaysBesideOthers() {
    let text = MacroExpansion("@ModelActor actor A { init(modelContainer: ModelContainer, label: String) {} }").text
    #expect(text.contains("init(modelContainer: OpenSwiftData.ModelContainer) {"))
  }

  @Test func theSameInitialiserWrittenByHandIsKept() {
    let text = MacroExpansion("@ModelActor actor A { init(modelContainer: ModelContainer) {} }").text
    #expect(!text.contains("init(modelContainer: OpenSwiftData.ModelContainer)"))
  }

  @Test func stateWithoutInitialValueLeavesTheInitialiserToTheActor() {
    let expansion = MacroExpansion("@ModelActor actor A { let label: String; init(label: String) {} }")
    #expect(!expansion.text.contains("init(modelContainer:"))
    #expect(expansion.text.contains("let modelContainer: OpenSwiftData.ModelContainer"))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test func stateWithInitialValuesNeedsNothing() {
    let source = "@ModelActor actor A { var a: Int?; var b = 1; var c: Int { 1 }; static let d: Int = 1; init() {} }"
    #expect(MacroExpansion(source).text.contains("init(modelContainer:"))
  }

  @Test func propertiesWrittenByHandAreKept() {
    let text = MacroExpansion(
      """
      @ModelActor actor A {
        nonisolated let modelExecutor: any ModelExecutor
        nonisolated let modelContainer: ModelContainer
      }
      """
    ).text
    #expect(!text.contains("any OpenSwiftData.ModelExecutor"))
    #expect(!text.contains("let modelContainer: OpenSwiftData.ModelContainer"))
    #expect(text.contains("init(modelContainer:"))
  }

  @Test func theConformanceIsNotRepeated() {
    #expect(!MacroExpansion("@ModelActor actor A: ModelActor {}", conformances: []).text.contains("extension"))
  }
}

@Suite struct ModelActorDiagnosticsTests {
  @Test func onlyActors() {
    let expansion = MacroExpansion("@ModelActor final class A {\n}")
    #expect(
      expansion.diagnostics == ["1:19: error: '@ModelActor' can only be applied to an actor, not to a class"]
    )
    #expect(expansion.text == "final class A {\n}")
  }

  @Test func aClassCanBecomeAnActor() {
    let expansion = MacroExpansion("@ModelActor public class A {\n}")
    #expect(expansion.fixIts == ["change 'class' to 'actor'"])
    #expect(expansion.fixed == "@ModelActor public actor A {\n}")
  }

  @Test func stateNeedsAnInitialValueOrAnInitialiser() {
    let expansion = MacroExpansion("@ModelActor actor A {\n  let label: String\n}")
    #expect(
      expansion.diagnostics == [
        "2:7: error: 'label' needs an initial value, or an initializer that also sets 'modelExecutor' and 'modelContainer'"
      ]
    )
  }
}
