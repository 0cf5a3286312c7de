/// Asks for a full-text index over each of some texts of a model. Write it inside the class.
///
/// ```swift
/// #FullTextIndex<Item>(\.title, \.notes)
/// ```
///
/// Predicates with `contains`, `localizedStandardContains` and `starts(with:)` use it by themselves, if the text that
/// is looked for has at least three letters; a `ResultsObserver` also looks up shorter ones that are rare. They find the
/// same models as without it.
@freestanding(declaration)
public macro FullTextIndex<T: PersistentModel>(
  _ property: PartialKeyPath<T>, _ more: PartialKeyPath<T>...
) = #externalMacro(module: "OpenSwiftDataMacros", type: "ClassAnnotationMacro")
