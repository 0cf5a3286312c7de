import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ModelActor`: gives an actor its own context and executor.
struct ModelActorMacro {
  /// As in `ModelMacro`.
  static let formatMode = FormatMode.disabled
}

extension ModelActorMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self) else {
      let keyword = declaration.introducer
      context.report(
        .error("notAnActor", "'@ModelActor' can only be applied to an actor, not to \(keyword.text.withArticle)"),
        at: keyword, fixIts: fixIts(declaration))
      return []
    }
    if actor.initializers.isEmpty, let binding = actor.uninitializedProperty {
      let name = binding.pattern.trimmedDescription
      context.report(
        .error(
          "uninitializedProperty",
          "'\(name)' needs an initial value, or an initializer that also sets 'modelExecutor' and 'modelContainer'"),
        at: binding.pattern)
    }
    return ModelActorMembers(of: actor, lexicalContext: context.lexicalContext).missing
  }

  /// Only a class without superclass, `final` and `open` becomes an actor by its keyword alone.
  private static func fixIts(_ declaration: some DeclGroupSyntax) -> [FixIt] {
    guard let type = declaration.as(ClassDeclSyntax.self), type.inheritanceClause == nil,
      !type.modifiers.contains(where: { ["final", "open"].contains($0.name.text) })
    else { return [] }
    return [.replace(declaration.introducer, with: "actor")]
  }
}

/// The members that `@ModelActor` adds to an actor.
private struct ModelActorMembers {
  private let actor: ActorDeclSyntax
  private let access: AccessLevel

  init(of actor: ActorDeclSyntax, lexicalContext: [Syntax]) {
    self.actor = actor
    access = AccessLevel(of: actor.modifiers, in: lexicalContext)
  }

  /// The members that the actor doesn't declare by hand.
  var missing: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if !actor.declaresVariable("modelExecutor") { members.append(executor) }
    if !actor.declaresVariable("modelContainer") { members.append(container) }
    if needsInitializer { members.append(initializer) }
    return members
  }

  /// Whether the generated initializer can set up the actor: not if other state has no initial value.
  private var needsInitializer: Bool {
    !actor.declaresInitializer("init(modelContainer:)") && actor.uninitializedProperty == nil
  }

  private var executor: DeclSyntax {
    "nonisolated \(raw: access.prefix)let modelExecutor: any OpenSwiftData.ModelExecutor"
  }

  private var container: DeclSyntax {
    "nonisolated \(raw: access.prefix)let modelContainer: OpenSwiftData.ModelContainer"
  }

  private var initializer: DeclSyntax {
    """
    \(raw: access.prefix)init(modelContainer: OpenSwiftData.ModelContainer) {
      let modelContext = OpenSwiftData.ModelContext(modelContainer)
      self.modelExecutor = OpenSwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
      self.modelContainer = modelContainer
    }
    """
  }
}

extension ActorDeclSyntax {
  /// The first stored property that only an initializer can give a value.
  fileprivate var uninitializedProperty: PatternBindingSyntax? {
    variables.lazy
      .filter { !$0.isTypeMemberOrLazy && $0.attributes.isEmpty }
      .flatMap { variable in variable.bindings.filter { $0.isUninitialized(constant: variable.isConstant) } }
      .first { !["modelExecutor", "modelContainer"].contains($0.identifier?.bareName) }
  }
}

extension PatternBindingSyntax {
  fileprivate func isUninitialized(constant: Bool) -> Bool {
    initializer == nil && !isComputed && (constant || !startsAsNil)
  }
}

extension ModelActorMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    let source: DeclSyntax = "extension \(type.trimmed): OpenSwiftData.ModelActor {}"
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
