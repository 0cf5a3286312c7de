import SwiftCompilerPlugin
import SwiftSyntaxMacros

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
