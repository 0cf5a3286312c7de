/// Asks for an index over each list of properties of a model. Write it inside the class.
///
/// ```swift
/// #Index<Item>([\.timestamp], [\.title, \.timestamp])
/// ```
@freestanding(declaration)
public macro Index<T: PersistentModel>(
  _ indices: [PartialKeyPath<T>]...
) = #externalMacro(module: "OpenSwiftDataMacros", type: "ClassAnnotationMacro")
