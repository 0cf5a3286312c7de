import SwiftSyntax
import SwiftSyntaxMacros

/// Reports variables of a model that can't be persisted as they are declared.
struct PropertyRules<Context: MacroExpansionContext> {
  let context: Context

  func check(_ members: MemberBlockItemListSyntax) {
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        check(variable)
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        refusePersistedProperties(in: condition)
      }
    }
    explainWrappers(of: members)
    checkRequiredRelationships(of: members)
  }

  private func check(_ variable: VariableDeclSyntax) {
    let annotations = AnnotationRules(variable: variable, context: context)
    annotations.checkStored()
    guard !variable.isTypeMemberOrLazy else { return }
    annotations.checkCombination()
    annotations.checkTransient()
    guard variable.isPersistenceCandidate else { return }
    annotations.checkAttribute()
    annotations.checkRelationship()
    checkSingleName(variable)
    checkMutable(variable)
    checkStrong(variable)
    checkTypeIsKnown(variable)
    checkPlainStorage(variable)
  }

  /// The schema of a model can't depend on the flags of a build.
  private func refusePersistedProperties(in condition: IfConfigDeclSyntax) {
    for clause in condition.clauses {
      guard case .decls(let members) = clause.elements else { continue }
      for variable in members.variables where variable.isPersistenceCandidate {
        context.report(
          .error(
            "conditionalProperty", "a persisted property cannot be declared inside '#if': the schema must not vary"),
          at: variable.bindingSpecifier)
      }
    }
  }

  /// Each `var` declares one name: the compiler expands accessors on nothing else.
  private func checkSingleName(_ variable: VariableDeclSyntax) {
    let tuple = variable.bindings.first { $0.identifier == nil }
    guard let wrong = tuple ?? variable.bindings.dropFirst().first else { return }
    context.report(.error("severalNames", "declare each persisted property with its own 'var'"), at: wrong.pattern)
  }

  private func checkMutable(_ variable: VariableDeclSyntax) {
    guard variable.isConstant else { return }
    let keyword = variable.bindingSpecifier
    context.report(
      .error("constant", "a persisted property must be a 'var': its value is read from the store after 'init'"),
      at: keyword, fixIts: [.replace(keyword, with: "var")])
  }

  private func checkStrong(_ variable: VariableDeclSyntax) {
    for keyword in [Keyword.weak, .unowned] {
      guard let modifier = variable.modifier(keyword) else { continue }
      context.report(
        .error("weakReference", "a persisted property cannot be '\(modifier.name.text)'"),
        at: modifier, fixIts: [.remove(modifier, from: variable)])
    }
  }

  private func checkTypeIsKnown(_ variable: VariableDeclSyntax) {
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      binding.typeAnnotation == nil, binding.initializer == nil
    else { return }
    let name = binding.pattern.trimmedDescription
    context.report(
      .error("unknownType", "persisted property '\(name)' needs a type or an initial value"), at: binding.pattern)
  }

  /// A persisted property has no observers: the accessors that the macro adds replace them.
  private func checkPlainStorage(_ variable: VariableDeclSyntax) {
    for observer in variable.bindings.flatMap(\.observers) {
      let name = observer.accessorSpecifier
      context.report(
        .warning(
          "observer", "'\(name.text)' never runs on a persisted property; change it through a method instead"),
        at: name)
    }
  }

  /// Explains each attribute that may be a property wrapper, where the model first uses it.
  private func explainWrappers(of members: MemberBlockItemListSyntax) {
    var explained: Set<String> = []
    for variable in members.variables where !variable.isTypeMemberOrLazy && variable.isPersistenceCandidate {
      for attribute in variable.attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) })
      where attribute.mayBePropertyWrapper && explained.insert(attribute.baseName ?? "").inserted {
        let name = attribute.baseName ?? ""
        context.report(
          .note("wrapper", "only plain variables persist: if '@\(name)' is a property wrapper, add '@Transient'"),
          at: attribute)
      }
    }
  }

  /// Warns about initializers that leave a relationship to one model unset.
  ///
  /// The compiler doesn't: the variable of a relationship has an initial value, so that assigning it goes through the
  /// setter. A warning only, because what the initializer calls may set it.
  private func checkRequiredRelationships(of members: MemberBlockItemListSyntax) {
    let required = members.variables.filter(\.isRequiredRelationship).compactMap { $0.bindings.first?.identifier }
    guard !required.isEmpty else { return }
    for initializer in members.compactMap({ $0.decl.as(InitializerDeclSyntax.self) }) where initializer.isDesignated {
      guard let body = initializer.body else { continue }
      let assigned = AssignedNames(in: body).names
      for name in required.map(\.bareName) where !assigned.contains(name) {
        context.report(
          .warning("unsetRelationship", "this initializer does not set '\(name)'; a model without it cannot be saved"),
          at: initializer.initKeyword)
      }
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the variable has `@Relationship`, no initial value, and a type that is neither optional nor a collection.
  fileprivate var isRequiredRelationship: Bool {
    guard isPersistenceCandidate, attributes.attribute(named: "Relationship") != nil, bindings.count == 1,
      let binding = bindings.first, binding.initializer == nil, let type = binding.typeAnnotation?.type
    else { return false }
    if let name = type.as(IdentifierTypeSyntax.self) { return name.genericArgumentClause == nil }
    if let name = type.as(MemberTypeSyntax.self) { return name.genericArgumentClause == nil }
    return false
  }
}

extension InitializerDeclSyntax {
  /// Whether the initializer has to set all properties itself; the generated one is left out.
  fileprivate var isDesignated: Bool {
    !modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
      && signature.parameterClause.parameters.first?.firstName.text != "backingData"
  }
}

/// The names of the properties that a body assigns or passes as `inout`.
private final class AssignedNames: SyntaxVisitor {
  private(set) var names: Set<String> = []

  init(in body: CodeBlockSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(body)
  }

  // Operators are not folded yet: `self.a = b` is a sequence of three.
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for (target, sign) in zip(elements, elements.dropFirst()) where sign.is(AssignmentExprSyntax.self) { add(target) }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    add(node.expression)
    return .visitChildren
  }

  private func add(_ target: ExprSyntax) {
    if let tuple = target.as(TupleExprSyntax.self) {
      for element in tuple.elements { add(element.expression) }
    } else if let name = target.as(DeclReferenceExprSyntax.self) {
      names.insert(name.baseName.bareName)
    } else if let member = target.as(MemberAccessExprSyntax.self), member.base?.trimmedDescription == "self" {
      names.insert(member.declName.baseName.bareName)
    }
  }
}

extension AttributeSyntax {
  /// Whether the attribute is neither ours nor the language's; the language's are lower-case but for global actors.
  fileprivate var mayBePropertyWrapper: Bool {
    guard let name = baseName, name.first?.isUppercase ?? false else { return false }
    return !["Attribute", "Relationship", "MainActor"].contains(name)
  }
}
