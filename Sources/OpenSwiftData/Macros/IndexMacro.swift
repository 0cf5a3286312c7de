/// Asks for an index over each list of properties of a model. Write it inside the class.
///
/// ```swift
/// #Index<Item>([\.timestamp], [\.title, \.timestamp])
/// ```
@freestanding(declaration)
public macro Index<T: PersistentModel>(
  _ indices: [PartialKeyPath<T>]...
) = #externalMacro(module: "OpenSwiftDataMacros", type: "ClassAnnotationMacro")

/// Asks for indexes of given kinds over properties of a model. Write it inside the class.
///
/// ```swift
/// #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
/// ```
///
/// An index for regions is an ordinary one over the same properties: it finds the same rows.
@freestanding(declaration)
public macro Index<T: PersistentModel>(
  _ indices: Schema.Index<T>.Types<T>...
) = #externalMacro(module: "OpenSwiftDataMacros", type: "ClassAnnotationMacro")
