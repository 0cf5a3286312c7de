import SwiftSyntax
import SwiftSyntaxBuilder

extension PersistedProperty {
  /// The variable that holds the value, or the fact that it hasn't been read yet.
  ///
  /// With a written type it has no initial value, so an initialiser that forgets the property doesn't compile. That of a
  /// relationship has one, because what an initialiser assigns after everything else was given a value goes through the
  /// setter, which tells the other end; forgotten, it leads nowhere. Without a written type, the type comes from the
  /// initial value, which is named but not evaluated.
  var storageDeclaration: DeclSyntax {
    if let type = storedType {
      let initial = isAnnotatedRelationship ? " = OpenSwiftData.PersistedValue.fault" : ""
      return "private var \(raw: storage): OpenSwiftData.PersistedValue<\(type)>\(raw: initial)"
    }
    let value = binding.initializer?.value.trimmedDescription ?? ""
    return "private var \(raw: storage) = OpenSwiftData.PersistedValue.fault(of: \(raw: value))"
  }

  /// Whether it is said to be a relationship, which its type does not tell, and has no initial value.
  private var isAnnotatedRelationship: Bool {
    binding.initializer == nil && declaration.attributes.attribute(named: "Relationship") != nil
  }

  /// The written type; `T!` is stored as `T?`.
  private var storedType: TypeSyntax? {
    guard let type = binding.typeAnnotation?.type.trimmed else { return nil }
    guard let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return type }
    return "\(unwrapped.wrappedType)?"
  }
}
