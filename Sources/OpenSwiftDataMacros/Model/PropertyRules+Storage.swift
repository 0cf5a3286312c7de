import SwiftSyntax
import SwiftSyntaxMacros

extension PropertyRules {
  /// One name for each `var`: the compiler expands accessors on nothing else.
  func checkSingleName(_ variable: VariableDeclSyntax) {
    if let tuple = variable.bindings.first(where: { $0.identifier == nil }) {
      context.report(.severalNames, at: tuple.pattern)
    } else if let second = variable.bindings.dropFirst().first {
      context.report(.severalNames, at: second.pattern)
    }
  }

  func checkMutable(_ variable: VariableDeclSyntax) {
    guard variable.isConstant else { return }
    context.report(
      .constant,
      at: variable.bindingSpecifier,
      fixIts: [.replace(variable.bindingSpecifier, with: "var")]
    )
  }

  func checkStrong(_ variable: VariableDeclSyntax) {
    for keyword in [Keyword.weak, .unowned] {
      guard let modifier = variable.modifier(keyword) else { continue }
      context.report(
        .weakReference(modifier.name.text),
        at: modifier,
        fixIts: [.remove(modifier, from: variable.modifiers)]
      )
    }
  }

  func checkTypeIsKnown(_ variable: VariableDeclSyntax) {
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      binding.typeAnnotation == nil, binding.initializer == nil
    else { return }
    context.report(.unknownType(binding.pattern.trimmedDescription), at: binding.pattern)
  }

  /// Nothing else may stand between the name and the stored value.
  func checkPlainStorage(_ variable: VariableDeclSyntax) {
    for observer in variable.bindings.flatMap(\.observers) {
      context.report(.observer(observer.accessorSpecifier.text), at: observer.accessorSpecifier)
    }
  }
}

extension MacroDiagnostic {
  fileprivate static var severalNames: Self {
    .error("severalNames", "declare each persisted property with its own 'var'")
  }

  fileprivate static var constant: Self {
    .error("constant", "a persisted property must be a 'var': its value is read from the store after 'init'")
  }

  fileprivate static func weakReference(_ keyword: String) -> Self {
    .error("weakReference", "a persisted property cannot be '\(keyword)'; models keep their relationships by identifier")
  }

  fileprivate static func unknownType(_ name: String) -> Self {
    .error("unknownType", "persisted property '\(name)' needs a type or an initial value")
  }

  fileprivate static func observer(_ keyword: String) -> Self {
    .error("observer", "'\(keyword)' does not run on a persisted property; observe the model or use a method to change it")
  }
}
