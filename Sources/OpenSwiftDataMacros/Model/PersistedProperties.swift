import SwiftSyntax

/// The properties of a class that `@Model` persists, numbered in the order they are declared.
struct PersistedProperties {
  let all: [PersistedProperty]

  init(of declaration: some DeclGroupSyntax) {
    var all: [PersistedProperty] = []
    for variable in declaration.memberBlock.members.lazy.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
      guard variable.isPersisted, let binding = variable.bindings.first, let identifier = binding.identifier else {
        continue
      }
      all.append(PersistedProperty(slot: all.count, declaration: variable, binding: binding, identifier: identifier))
    }
    self.all = all
  }

  /// The property that a declaration stands for.
  ///
  /// The compiler hands macros copies, so names are what can be compared.
  func property(declaredBy variable: VariableDeclSyntax) -> PersistedProperty? {
    guard variable.isPersisted, let identifier = variable.bindings.first?.identifier else { return nil }
    return all.first { $0.name == identifier.bareName }
  }
}

extension VariableDeclSyntax {
  /// Whether the variable is stored in each instance and not marked as transient.
  var isPersistenceCandidate: Bool {
    !isTypeMemberOrLazy && !isGeneratedMember
      && attributes.attribute(named: "Transient") == nil
      && !bindings.contains(where: \.isComputed)
  }

  /// A member that `@Model` would add, written by hand.
  private var isGeneratedMember: Bool {
    bindings.contains { $0.identifier?.bareName.hasPrefix("_$") ?? false }
  }

  /// Whether `@Model` turns the variable into a persisted property; what it must refuse is not.
  fileprivate var isPersisted: Bool {
    isPersistenceCandidate && !isConstant && bindings.count == 1
      && modifier(.weak) == nil && modifier(.unowned) == nil
      && bindings.allSatisfy { $0.initializer != nil || $0.typeAnnotation != nil }
  }
}
