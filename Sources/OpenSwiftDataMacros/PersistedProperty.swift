import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// One stored property of a model, read from its declaration, and the code that is generated for it.
struct PersistedProperty {
  /// The number of the property among the persisted ones, in the order of their declaration.
  let slot: Int
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: TokenSyntax
  /// Whether the slots of an inherited model come first.
  private(set) var followsInherited = false

  /// The name in the schema.
  var name: String { identifier.bareName }
  /// The variable that holds the value.
  var storage: String { "_\(name)" }
  /// The last component of the key path, backticks included.
  private var component: String { identifier.text }
}

/// The properties of a class that `@Model` persists, numbered in the order of their declaration.
struct PersistedProperties {
  let all: [PersistedProperty]

  init(of declaration: some DeclGroupSyntax) {
    var all: [PersistedProperty] = []
    for variable in declaration.variables {
      guard variable.isPersisted, let binding = variable.bindings.first, let identifier = binding.identifier else {
        continue
      }
      all.append(PersistedProperty(slot: all.count, declaration: variable, binding: binding, identifier: identifier))
    }
    self.all = all
  }

  /// The property that a variable declares, found by name: the compiler gives macros copies of the syntax.
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

  /// Whether this is a member that `@Model` would add, written by hand.
  private var isGeneratedMember: Bool {
    bindings.contains { $0.identifier?.bareName.hasPrefix("_$") ?? false }
  }

  /// Whether `@Model` persists the variable; a variable that breaks a rule is not persisted.
  fileprivate var isPersisted: Bool {
    isPersistenceCandidate && !isConstant && bindings.count == 1
      && modifier(.weak) == nil && modifier(.unowned) == nil
      && bindings.allSatisfy { $0.initializer != nil || $0.typeAnnotation != nil }
  }
}

extension PersistedProperty {
  /// The line that describes the property to the runtime.
  var tableEntry: String {
    var arguments = [
      "\"\(name)\"", "\\.\(component)", "slot: \(slot)",
      "get: { $0.\(storage) }", "set: { $0.\(storage) = $1 }",
    ]
    if let value = binding.initializer?.value.trimmedDescription { arguments.append("default: { \(value) }") }
    arguments.append("metadata: \(metadata)")
    if let transformer { arguments.append("transformer: \(transformer)") }
    return "properties.add(\(arguments.joined(separator: ", ")))"
  }

  /// The schema's description of the property, from its annotation; `nil` without one.
  private var metadata: String {
    for kind in ["Relationship", "Attribute"] {
      guard let annotation = declaration.attributes.attribute(named: kind) else { continue }
      return "OpenSwiftData.Schema.\(kind)(\(annotation.argumentText))"
    }
    return "nil"
  }

  /// The transformer type that `.transformable(by:)` names, as written.
  private var transformer: String? {
    let options = declaration.attributes.attribute(named: "Attribute")?.options ?? []
    let call = options.first { $0.name == "transformable" }?.expression.as(FunctionCallExprSyntax.self)
    return call?.arguments.first?.expression.trimmedDescription
  }

  /// The variable that holds the value, or a fault until it is read.
  ///
  /// With a written type it has no initial value, so that an initializer that forgets the property doesn't compile. The
  /// variable of a relationship starts as a fault: what an initializer assigns after all other properties are set goes
  /// through the setter, which updates the inverse; a forgotten relationship is empty. Without a written type the type
  /// is that of the initial value, which is named but not evaluated.
  fileprivate var storageDeclaration: DeclSyntax {
    if let type = storedType {
      let initial = isAnnotatedRelationship ? " = OpenSwiftData.PersistedValue.fault" : ""
      return "private var \(raw: storage): OpenSwiftData.PersistedValue<\(type)>\(raw: initial)"
    }
    let value = binding.initializer?.value.trimmedDescription ?? ""
    return "private var \(raw: storage) = OpenSwiftData.PersistedValue.fault(of: \(raw: value))"
  }

  /// Whether the property has `@Relationship` and no initial value; its type alone doesn't tell.
  private var isAnnotatedRelationship: Bool {
    binding.initializer == nil && declaration.attributes.attribute(named: "Relationship") != nil
  }

  /// The written type; `T!` is stored as `T?`.
  private var storedType: TypeSyntax? {
    guard let type = binding.typeAnnotation?.type.trimmed else { return nil }
    guard let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return type }
    return "\(unwrapped.wrappedType)?"
  }

  fileprivate var accessors: [AccessorDeclSyntax] { [initAccessor, getter, setter] }

  private var initAccessor: AccessorDeclSyntax {
    """
    @storageRestrictions(initializes: \(raw: storage))
    init(initialValue) {
      \(raw: storage) = OpenSwiftData.PersistedValue.loaded(initialValue)
    }
    """
  }

  private var getter: AccessorDeclSyntax {
    """
    get {
      _$record.read(self, \\.\(raw: component), slot: \(raw: slotInModel), \(raw: storage))
    }
    """
  }

  private var setter: AccessorDeclSyntax {
    """
    set {
      _$record.write(self, \\.\(raw: component), slot: \(raw: slotInModel), newValue, old: \(raw: storage)) {
        \(raw: storage) = $0
      }
    }
    """
  }

  /// The number of the property among all of the model's, as an expression.
  private var slotInModel: String { followsInherited ? "Self._$firstSlot + \(slot)" : "\(slot)" }
}

/// `@_PersistedProperty`, which `@Model` adds to each property that it persists.
struct PersistedPropertyMacro {
  /// As in `ModelMacro`.
  static let formatMode = FormatMode.disabled

  /// The property below `@_PersistedProperty(slot: n)`.
  private static func property(_ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax) -> PersistedProperty? {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, let identifier = binding.identifier, let slot = node.integer("slot")?.value
    else { return nil }
    let follows = node.argument("followsInherited")?.expression.as(BooleanLiteralExprSyntax.self)
    return PersistedProperty(
      slot: slot, declaration: variable, binding: binding, identifier: identifier,
      followsInherited: follows?.literal.tokenKind == .keyword(.true))
  }
}

extension PersistedPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] { property(declaration, node)?.accessors ?? [] }
}

extension PersistedPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { property(declaration, node).map { [$0.storageDeclaration] } ?? [] }
}
