import SwiftSyntax

// What macros read from the attributes of a variable and from the macros written in a class.

/// One option of an annotation, as in `.unique`.
struct AnnotationOption {
  let name: String
  let expression: ExprSyntax
}

extension AttributeListSyntax {
  /// The first attribute with this name, written bare (`@Attribute`) or qualified (`@SwiftData.Attribute`).
  func attribute(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.baseName == name }
  }
}

extension AttributeSyntax {
  /// The last component of the name.
  var baseName: String? {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
  }

  /// The text between the parentheses; empty without parentheses.
  var argumentText: String { arguments.map { $0.trimmedDescription } ?? "" }
  var listedArguments: LabeledExprListSyntax? { arguments?.as(LabeledExprListSyntax.self) }

  /// The argument with a label.
  func argument(_ label: String) -> LabeledExprSyntax? { listedArguments?.first { $0.label?.text == label } }

  /// A labelled argument that is an integer literal.
  func integer(_ label: String) -> (value: Int, expression: ExprSyntax)? {
    guard let expression = argument(label)?.expression, let literal = expression.as(IntegerLiteralExprSyntax.self),
      let value = Int(literal.literal.text)
    else { return nil }
    return (value, expression)
  }

  /// The options, which come before the labelled arguments.
  var options: [AnnotationOption] {
    (listedArguments ?? []).filter { $0.label == nil }.compactMap { argument in
      let callee = argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? argument.expression
      guard let member = callee.as(MemberAccessExprSyntax.self) else { return nil }
      return AnnotationOption(name: member.declName.baseName.text, expression: argument.expression)
    }
  }
}

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

  var emptyLists: [ArrayExprSyntax] { lists.filter(\.elements.isEmpty) }
  /// The key paths outside of arrays, such as those of `#FullTextIndex`.
  private var bareKeyPaths: [KeyPathExprSyntax] { arguments.compactMap { $0.expression.as(KeyPathExprSyntax.self) } }

  private var lists: [ArrayExprSyntax] {
    arguments.compactMap { argument in
      let call = argument.expression.as(FunctionCallExprSyntax.self)
      return (call?.arguments.first?.expression ?? argument.expression).as(ArrayExprSyntax.self)
    }
  }
}

extension KeyPathExprSyntax {
  /// The name of the first property on the path.
  var firstName: TokenSyntax? {
    components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName
  }
}
