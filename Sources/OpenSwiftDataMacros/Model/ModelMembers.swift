import SwiftSyntax
import SwiftSyntaxBuilder

/// The members `@Model` adds to a class.
struct ModelMembers {
  let model: ClassDeclSyntax
  /// The model that the class inherits from, as it is written.
  let superclass: String?
  let properties: [PersistedProperty]
  let access: AccessLevel

  init(model: ClassDeclSyntax, superclass: String?, properties: [PersistedProperty], lexicalContext: [Syntax]) {
    self.model = model
    self.superclass = superclass
    self.properties = properties
    access = AccessLevel(of: model.modifiers, in: lexicalContext)
  }

  /// Each member that the class doesn't declare by hand.
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

  private var record: DeclSyntax {
    "\(raw: access.prefix)let _$record = OpenSwiftData.ModelRecord()"
  }

  private var backingDataInitializer: DeclSyntax {
    let faults = properties.map { "\($0.storage) = .fault" }
    let rest = superclass == nil ? "_$record.adopt(backingData, for: self)" : "super.init(backingData: backingData)"
    return """
      \(raw: access.prefix)required init(backingData: any OpenSwiftData.BackingData<\(raw: rootName)>) {
        \(raw: (faults + [rest]).joined(separator: "\n  "))
      }
      """
  }

  /// The class that `init(backingData:)` is declared for; a subclass knows it only by the name that the root gave it.
  private var rootName: String { superclass == nil ? name : "_$Root" }

  private var root: DeclSyntax { "\(raw: access.prefix)typealias _$Root = \(raw: name)" }

  private var firstSlot: DeclSyntax {
    guard let superclass else { return "private static var _$firstSlot: Int { 0 }" }
    return "private static let _$firstSlot = \(raw: superclass)._$properties.count"
  }

  /// The table of a class that may have subclasses is one that they can override.
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
    let entries = properties.map(\.tableEntry) + model.compoundConstraints
    let parameter = entries.isEmpty ? "_" : "properties"
    let inherited = superclass.map { "(inheriting: \($0)._$properties)" } ?? ""
    return """
      \(raw: declaration): OpenSwiftData.ModelProperties = \
      OpenSwiftData.ModelPropertiesBuilder<\(raw: name)>.build\(raw: inherited) { \(raw: parameter) in
        \(raw: entries.joined(separator: "\n  "))
      }
      """
  }
}
