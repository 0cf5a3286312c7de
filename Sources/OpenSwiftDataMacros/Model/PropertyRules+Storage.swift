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
        fixIts: [.remove(modifier, from: variable)]
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

  /// Explains each attribute that may be a property wrapper where the model uses it first.
  func explainWrappers(of members: MemberBlockItemListSyntax) {
    var explained: Set<String> = []
    for variable in members.lazy.compactMap({ $0.decl.as(VariableDeclSyntax.self) })
    where !variable.isTypeMemberOrLazy && variable.isPersistenceCandidate {
      for attribute in variable.attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) })
      where attribute.mayBePropertyWrapper && explained.insert(attribute.baseName ?? "").inserted {
        context.report(.wrapper(attribute.baseName ?? ""), at: attribute)
      }
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
    .error("weakReference", "a persisted property cannot be '\(keyword)'")
  }

  fileprivate static func unknownType(_ name: String) -> Self {
    .error("unknownType", "persisted property '\(name)' needs a type or an initial value")
  }

  fileprivate static func wrapper(_ name: String) -> Self {
    .note("wrapper", "only plain variables persist: if '@\(name)' is a property wrapper, add '@Transient'")
  }

  fileprivate static func observer(_ keyword: String) -> Self {
    .warning("observer", "'\(keyword)' never runs on a persisted property; change it through a method instead")
  }
}

extension AttributeSyntax {
  /// Whether this is neither ours nor one of the language's, which are in lower case but for the global actors.
  fileprivate var mayBePropertyWrapper: Bool {
    guard let name = baseName, name.first?.isUppercase ?? false else { return false }
    return !["Attribute", "Relationship", "MainActor"].contains(name)
  }
}
