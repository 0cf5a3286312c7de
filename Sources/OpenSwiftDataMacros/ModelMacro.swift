import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: turns the stored properties of a class into persisted ones and makes it a `PersistentModel`.
///
/// Only the member role reports diagnostics, so that each is reported once.
struct ModelMacro {
  /// What is generated has its layout already; to format it once more took 39 % of the macros' process.
  static let formatMode = FormatMode.disabled
}

extension ModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let model = ModelRules.checkedModel(declaration, in: context) else { return [] }
    let members = ModelMembers(
      model: model, superclass: ModelRules.superclass(of: model, missing: protocols),
      properties: PersistedProperties(of: model).all, lexicalContext: context.lexicalContext)
    return members.missing
  }
}

/// The members that `@Model` adds to a class.
private struct ModelMembers {
  private let model: ClassDeclSyntax
  /// The model that the class inherits from, as written.
  private let superclass: String?
  private let properties: [PersistedProperty]
  private let access: AccessLevel

  init(model: ClassDeclSyntax, superclass: String?, properties: [PersistedProperty], lexicalContext: [Syntax]) {
    self.model = model
    self.superclass = superclass
    self.properties = properties
    access = AccessLevel(of: model.modifiers, in: lexicalContext)
  }

  /// The members that the class doesn't declare by hand.
  var missing: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if superclass == nil, !model.declaresVariable("_$record") { members.append(record) }
    if !model.declaresInitializer("init(backingData:)") { members.append(backingDataInitializer) }
    if !model.declaresVariable("_$properties") { members += propertyTable }
    if model.inheritanceClause != nil { members.append(firstSlot) }
    if superclass == nil, !isFinal { members.append(root) }
    return members
  }

  private var name: String { model.name.text }
  private var isFinal: Bool { model.modifiers.contains { $0.name.tokenKind == .keyword(.final) } }
  private var record: DeclSyntax { "\(raw: access.prefix)let _$record = OpenSwiftData.ModelRecord()" }

  private var backingDataInitializer: DeclSyntax {
    let faults = properties.map { "\($0.storage) = .fault" }
    let rest = superclass == nil ? "_$record.adopt(backingData, for: self)" : "super.init(backingData: backingData)"
    return """
      \(raw: access.prefix)required init(backingData: any OpenSwiftData.BackingData<\(raw: rootName)>) {
        \(raw: (faults + [rest]).joined(separator: "\n  "))
      }
      """
  }

  /// The class that declares `init(backingData:)`; a subclass knows only the root's type alias.
  private var rootName: String { superclass == nil ? name : "_$Root" }
  private var root: DeclSyntax { "\(raw: access.prefix)typealias _$Root = \(raw: name)" }

  private var firstSlot: DeclSyntax {
    guard let superclass else { return "private static var _$firstSlot: Int { 0 }" }
    return "private static let _$firstSlot = \(raw: superclass)._$properties.count"
  }

  /// The table of properties, which subclasses override if there may be any.
  private var propertyTable: [DeclSyntax] {
    guard superclass != nil || !isFinal else { return [table("\(access.prefix)static let _$properties")] }
    let modifier = superclass == nil ? "" : "override "
    let accessor: DeclSyntax = """
      \(raw: access.prefix)\(raw: modifier)class var _$properties: OpenSwiftData.ModelProperties {
        _$table
      }
      """
    return [accessor, table("private static let _$table")]
  }

  private func table(_ declaration: String) -> DeclSyntax {
    let entries = properties.map(\.tableEntry) + constraintEntries
    let parameter = entries.isEmpty ? "_" : "properties"
    let inherited = superclass.map { "(inheriting: \($0)._$properties)" } ?? ""
    return """
      \(raw: declaration): OpenSwiftData.ModelProperties = \
      OpenSwiftData.ModelPropertiesBuilder<\(raw: name)>.build\(raw: inherited) { \(raw: parameter) in
        \(raw: entries.joined(separator: "\n  "))
      }
      """
  }

  /// The lines of the table for `#Index`, `#Unique` and `#FullTextIndex`.
  private var constraintEntries: [String] {
    let functions = ["Index": "index", "Unique": "unique", "FullTextIndex": "fullText"]
    return model.constraintAnnotations.map { annotation in
      let function = functions[annotation.macroName.text] ?? ""
      return "properties.\(function)(\(annotation.arguments.trimmedDescription))"
    }
  }
}

extension ModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard ModelRules.isModel(declaration), let variable = member.as(VariableDeclSyntax.self),
      variable.attributes.attribute(named: "_PersistedProperty") == nil,
      let property = PersistedProperties(of: declaration).property(declaredBy: variable)
    else { return [] }
    // In this role the compiler doesn't say whether the inherited type is a model.
    let follows = declaration.inheritanceClause == nil ? "" : ", followsInherited: true"
    return ["@OpenSwiftData._PersistedProperty(slot: \(raw: property.slot)\(raw: follows))"]
  }
}

extension ModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard ModelRules.isModel(declaration) else { return [] }
    let missing = Set(protocols.map { $0.trimmedDescription.split(separator: ".").last.map(String.init) ?? "" })
    return [conformances(of: type, missing: missing), sendable(type, missing: missing)].compactMap { $0 }
  }

  private static func conformances(of type: some TypeSyntaxProtocol, missing: Set<String>) -> ExtensionDeclSyntax? {
    let known = [("PersistentModel", "OpenSwiftData.PersistentModel"), ("Observable", "Observation.Observable")]
    let names = known.filter { missing.contains($0.0) }.map { "nonisolated \($0.1)" }
    guard !names.isEmpty else { return nil }
    let source: DeclSyntax = "extension \(type.trimmed): \(raw: names.joined(separator: ", ")) {}"
    return source.as(ExtensionDeclSyntax.self)
  }

  private static func sendable(_ type: some TypeSyntaxProtocol, missing: Set<String>) -> ExtensionDeclSyntax? {
    guard missing.contains("Sendable") else { return nil }
    let source: DeclSyntax = """
      @available(*, unavailable, message: "Models never cross actors: pass the persistentModelID, \
      and look the model up in the other context")
      extension \(type.trimmed): @unchecked Sendable {}
      """
    return source.as(ExtensionDeclSyntax.self)
  }
}
