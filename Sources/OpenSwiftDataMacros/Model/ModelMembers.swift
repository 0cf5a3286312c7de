import SwiftSyntax
import SwiftSyntaxBuilder

/// The members `@Model` adds to a class.
struct ModelMembers {
  let model: ClassDeclSyntax
  let properties: [PersistedProperty]
  let access: AccessLevel

  init(model: ClassDeclSyntax, properties: [PersistedProperty], lexicalContext: [Syntax]) {
    self.model = model
    self.properties = properties
    access = AccessLevel(of: model.modifiers, in: lexicalContext)
  }

  /// Each member that the class doesn't declare by hand.
  var missing: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if !model.declaresVariable("_$record") { members.append(record) }
    if !model.declaresInitializer("init(backingData:)") { members.append(backingDataInitializer) }
    if !model.declaresVariable("_$properties") { members.append(propertyTable) }
    return members
  }

  private var name: String { model.name.text }

  private var record: DeclSyntax {
    "\(raw: access.prefix)let _$record = OpenSwiftData.ModelRecord()"
  }

  private var backingDataInitializer: DeclSyntax {
    let faults = properties.map { "\($0.storage) = .fault" }
    return """
      \(raw: access.prefix)required init(backingData: any OpenSwiftData.BackingData<\(raw: name)>) {
        \(raw: (faults + ["_$record.adopt(backingData, for: self)"]).joined(separator: "\n  "))
      }
      """
  }

  private var propertyTable: DeclSyntax {
    let entries = properties.map(\.tableEntry) + model.compoundConstraints
    let parameter = entries.isEmpty ? "_" : "properties"
    return """
      \(raw: access.prefix)static let _$properties: OpenSwiftData.ModelProperties = \
      OpenSwiftData.ModelPropertiesBuilder<\(raw: name)>.build { \(raw: parameter) in
        \(raw: entries.joined(separator: "\n  "))
      }
      """
  }
}
