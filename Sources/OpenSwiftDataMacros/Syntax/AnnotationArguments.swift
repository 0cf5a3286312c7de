import SwiftSyntax

/// One option of an annotation, as in `.unique`.
struct AnnotationOption {
  let name: String
  let expression: ExprSyntax
}

extension AttributeSyntax {
  /// The arguments, if there are any.
  var listedArguments: LabeledExprListSyntax? { arguments?.as(LabeledExprListSyntax.self) }

  /// The argument with a label.
  func argument(_ label: String) -> LabeledExprSyntax? { listedArguments?.first { $0.label?.text == label } }

  /// The options: what stands in front of the labelled arguments.
  var options: [AnnotationOption] {
    (listedArguments ?? []).filter { $0.label == nil }.compactMap { argument in
      let callee = argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? argument.expression
      guard let member = callee.as(MemberAccessExprSyntax.self) else { return nil }
      return AnnotationOption(name: member.declName.baseName.text, expression: argument.expression)
    }
  }

  /// A labelled argument that is written as an integer.
  func integer(_ label: String) -> (value: Int, expression: ExprSyntax)? {
    guard let expression = argument(label)?.expression, let literal = expression.as(IntegerLiteralExprSyntax.self),
      let value = Int(literal.literal.text)
    else { return nil }
    return (value, expression)
  }
}
