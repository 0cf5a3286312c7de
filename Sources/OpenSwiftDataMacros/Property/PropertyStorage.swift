import SwiftSyntax
import SwiftSyntaxBuilder

extension PersistedProperty {
  /// The variable that holds the value, or the fact that it hasn't been read yet.
  ///
  /// With a written type it has no initial value, so an initialiser that forgets the property doesn't compile.
  /// Without one, the type comes from the initial value, which is named but not evaluated.
  var storageDeclaration: DeclSyntax {
    if let type = storedType {
      return "private var \(raw: storage): OpenSwiftData.PersistedValue<\(type)>"
    }
    let value = binding.initializer?.value.trimmedDescription ?? ""
    return "private var \(raw: storage) = OpenSwiftData.PersistedValue.fault(of: \(raw: value))"
  }

  /// The written type; `T!` is stored as `T?`.
  private var storedType: TypeSyntax? {
    guard let type = binding.typeAnnotation?.type.trimmed else { return nil }
    guard let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return type }
    return "\(unwrapped.wrappedType)?"
  }
}
