/// Says how a property of a model is stored.
///
/// - Parameters:
///   - options: Such as `.unique` or `.externalStorage`.
///   - originalName: The name of the property in the previous version of the schema, if it was another.
///   - hashModifier: Any text; changing it marks the property as changed between two versions of the schema.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option...,
  originalName: String? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "OpenSwiftDataMacros", type: "PropertyAnnotationMacro")
