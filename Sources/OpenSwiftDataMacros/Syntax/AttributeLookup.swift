import SwiftSyntax

extension AttributeListSyntax {
  /// The first attribute with this name, written bare (`@Attribute`) or qualified (`@SwiftData.Attribute`).
  func attribute(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.baseName == name }
  }
}

extension AttributeSyntax {
  /// The last component of the attribute's name.
  var baseName: String? {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
  }

  /// What is written between the parentheses, or nothing.
  var argumentText: String {
    arguments.map { $0.trimmedDescription } ?? ""
  }
}
