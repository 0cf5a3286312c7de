import SwiftCompilerPlugin
import SwiftSyntaxMacros

// In a file of its own, as the entry point that the compiler calls.
@main
struct OpenSwiftDataPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ModelMacro.self,
    PersistedPropertyMacro.self,
    PropertyAnnotationMacro.self,
    ClassAnnotationMacro.self,
    ModelActorMacro.self,
  ]
}
