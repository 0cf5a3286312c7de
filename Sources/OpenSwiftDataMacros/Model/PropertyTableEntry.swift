import SwiftSyntax

extension PersistedProperty {
  /// The line that tells the runtime about the property.
  var tableEntry: String {
    var arguments = [
      "\"\(name)\"", "\\.\(component)", "slot: \(slot)",
      "get: { $0.\(storage) }", "set: { $0.\(storage) = $1 }",
    ]
    if let defaultValue { arguments.append("default: { \(defaultValue) }") }
    arguments.append("metadata: \(metadata)")
    if let transformer { arguments.append("transformer: \(transformer)") }
    return "properties.add(\(arguments.joined(separator: ", ")))"
  }
}

extension ClassDeclSyntax {
  /// The lines that repeat what `#Index` and `#Unique` in the class say.
  var compoundConstraints: [String] {
    memberBlock.members.compactMap { member in
      guard let expansion = member.decl.as(MacroExpansionDeclSyntax.self) else { return nil }
      switch expansion.macroName.text {
      case "Index": return "properties.index(\(expansion.arguments.trimmedDescription))"
      case "Unique": return "properties.unique(\(expansion.arguments.trimmedDescription))"
      default: return nil
      }
    }
  }
}
