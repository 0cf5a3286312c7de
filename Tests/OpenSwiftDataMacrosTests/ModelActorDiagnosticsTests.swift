import Testing

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
