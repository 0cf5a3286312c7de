import SwiftSyntax
import SwiftSyntaxBuilder

/// The members `@ModelActor` adds to an actor.
struct ModelActorMembers {
  private let actor: ActorDeclSyntax
  private let access: AccessLevel

  init(of actor: ActorDeclSyntax, lexicalContext: [Syntax]) {
    self.actor = actor
    access = AccessLevel(of: actor.modifiers, in: lexicalContext)
  }

  /// Each member that the actor doesn't declare by hand.
  var missing: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if !actor.declaresVariable("modelExecutor") { members.append(executor) }
    if !actor.declaresVariable("modelContainer") { members.append(container) }
    if needsInitializer { members.append(initializer) }
    return members
  }

  /// An actor with state that only its own initialisers can set up does without the generated one.
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
  /// The first stored property that has no value unless an initialiser gives it one.
  var uninitializedProperty: PatternBindingSyntax? {
    storedAndComputedVariables.lazy
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
