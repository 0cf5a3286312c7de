/// Says how a property of a model refers to other models.
///
/// - Parameters:
///   - options: Such as `.unique`.
///   - deleteRule: What becomes of the related models when this one is deleted.
///   - minimumModelCount: The fewest models the relationship may hold.
///   - maximumModelCount: The most models the relationship may hold; 0 is no limit.
///   - originalName: The name of the property in the previous version of the schema, if it was another.
///   - inverse: The property at the other end.
///   - hashModifier: Any text; changing it marks the property as changed between two versions of the schema.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0,
  originalName: String? = nil,
  inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "OpenSwiftDataMacros", type: "PropertyAnnotationMacro")
