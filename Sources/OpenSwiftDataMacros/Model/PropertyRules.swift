import SwiftSyntax
import SwiftSyntaxMacros

/// Reports what a model's variables may not be.
struct PropertyRules<Context: MacroExpansionContext> {
  let context: Context

  /// The annotations of which a property has at most one.
  static var annotationNames: [String] { ["Transient", "Relationship", "Attribute"] }

  func check(_ members: MemberBlockItemListSyntax) {
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        check(variable)
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        refusePersistedProperties(in: condition)
      }
    }
    explainWrappers(of: members)
  }

  private func check(_ variable: VariableDeclSyntax) {
    checkAnnotationsApply(to: variable)
    guard !variable.isTypeMemberOrLazy else { return }
    checkAnnotations(of: variable)
    checkTransient(variable)
    guard variable.isPersistenceCandidate else { return }
    checkOptions(of: variable)
    checkRelationship(variable)
    checkSingleName(variable)
    checkMutable(variable)
    checkStrong(variable)
    checkTypeIsKnown(variable)
    checkPlainStorage(variable)
  }

  /// The schema of a model can't depend on the flags of one build.
  private func refusePersistedProperties(in condition: IfConfigDeclSyntax) {
    for clause in condition.clauses {
      guard case .decls(let members) = clause.elements else { continue }
      for variable in members.lazy.compactMap({ $0.decl.as(VariableDeclSyntax.self) })
      where variable.isPersistenceCandidate {
        context.report(.conditionalProperty, at: variable.bindingSpecifier)
      }
    }
  }
}

extension MacroDiagnostic {
  fileprivate static var conditionalProperty: Self {
    .error("conditionalProperty", "a persisted property cannot be declared inside '#if': the schema must not vary")
  }
}
