import SwiftSyntax

extension ClassDeclSyntax {
  /// `#Index` and `#Unique` in the class.
  var constraintAnnotations: [MacroExpansionDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(MacroExpansionDeclSyntax.self) }
      .filter { ["Index", "Unique"].contains($0.macroName.text) }
  }
}

extension MacroExpansionDeclSyntax {
  /// The key paths of each list, written bare or as in `.binary([\.name])`.
  var keyPathLists: [[KeyPathExprSyntax]] {
    lists.map { list in list.elements.compactMap { $0.expression.as(KeyPathExprSyntax.self) } }
  }

  /// The lists that hold nothing.
  var emptyLists: [ArrayExprSyntax] { lists.filter(\.elements.isEmpty) }

  private var lists: [ArrayExprSyntax] {
    arguments.compactMap { argument in
      let call = argument.expression.as(FunctionCallExprSyntax.self)
      return (call?.arguments.first?.expression ?? argument.expression).as(ArrayExprSyntax.self)
    }
  }
}

extension KeyPathExprSyntax {
  /// The name of the first property on the way.
  var firstName: TokenSyntax? {
    components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName
  }
}
