import SwiftSyntax

extension ClassDeclSyntax {
  /// `#Index`, `#Unique` and `#FullTextIndex` in the class.
  var constraintAnnotations: [MacroExpansionDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(MacroExpansionDeclSyntax.self) }
      .filter { ["Index", "Unique", "FullTextIndex"].contains($0.macroName.text) }
  }
}

extension MacroExpansionDeclSyntax {
  /// The key paths of each list, written bare or as in `.binary([\.name])`.
  var keyPathLists: [[KeyPathExprSyntax]] {
    let lists = lists.map { list in list.elements.compactMap { $0.expression.as(KeyPathExprSyntax.self) } }
    return bareKeyPaths.isEmpty ? lists : lists + [bareKeyPaths]
  }

  /// The key paths that stand in no array, as those of `#FullTextIndex`.
  private var bareKeyPaths: [KeyPathExprSyntax] { arguments.compactMap { $0.expression.as(KeyPathExprSyntax.self) } }

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
