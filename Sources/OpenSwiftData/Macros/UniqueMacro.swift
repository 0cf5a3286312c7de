/// Asks that no two models share the values of each list of properties. Write it inside the class.
///
/// ```swift
/// #Unique<Item>([\.firstName, \.lastName])
/// ```
@freestanding(declaration)
public macro Unique<T: PersistentModel>(
  _ constraints: [PartialKeyPath<T>]...
) = #externalMacro(module: "OpenSwiftDataMacros", type: "ClassAnnotationMacro")
