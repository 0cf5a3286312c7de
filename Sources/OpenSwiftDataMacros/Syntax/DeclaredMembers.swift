import SwiftSyntax

extension DeclGroupSyntax {
  /// Whether a variable of this name is written in the body.
  func declaresVariable(_ name: String) -> Bool {
    storedAndComputedVariables.contains { variable in
      variable.bindings.contains { $0.identifier?.bareName == name }
    }
  }

  /// Whether an initialiser with exactly these labels, `init(a:b:)`, is written in the body.
  func declaresInitializer(_ fullName: String) -> Bool {
    initializers.contains { $0.fullName == fullName }
  }

  /// The initialisers written in the body.
  var initializers: [InitializerDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
  }

  /// The variables written in the body.
  var storedAndComputedVariables: [VariableDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
  }
}

extension InitializerDeclSyntax {
  fileprivate var fullName: String {
    let labels = signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    return "init(\(labels.joined()))"
  }
}
