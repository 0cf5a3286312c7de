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
  /// The lines that repeat what `#Index`, `#Unique` and `#FullTextIndex` in the class say.
  var compoundConstraints: [String] {
    constraintAnnotations.map { annotation in
      let function = Self.functions[annotation.macroName.text] ?? ""
      return "properties.\(function)(\(annotation.arguments.trimmedDescription))"
    }
  }

  private static let functions = ["Index": "index", "Unique": "unique", "FullTextIndex": "fullText"]
}
