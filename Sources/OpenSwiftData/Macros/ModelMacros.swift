import Observation

// The macros of a model class, its properties and model actors; `OpenSwiftDataMacros` expands them.

/// Turns a class into a persistent model.
///
/// Each stored `var` that is not marked with ``Transient()`` becomes a persisted property; computed
/// properties, methods, and `static` and `lazy` variables are left alone.
///
/// ```swift
/// @Model final class Item {
///   @Attribute(.unique) var title: String
///   @Relationship(deleteRule: .cascade, inverse: \Tag.items) var tags: [Tag] = []
///
///   init(title: String) { self.title = title }
/// }
/// ```
///
/// A model may inherit from another one: the rows of both are in one table, and a fetch of the superclass returns
/// instances of the subclass too.
///
/// The class conforms to ``PersistentModel`` and `Observable`. It is never `Sendable`: pass a model's
/// `persistentModelID` to another actor and look the model up in the context there.
@attached(
  member,
  conformances: Observable, PersistentModel, Sendable,
  names: named(_$record), named(_$properties), named(_$table), named(_$firstSlot), named(_$Root),
  named(init(backingData:))
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "OpenSwiftDataMacros", type: "ModelMacro")

/// Marks a property that ``Model()`` persists. Not to be written by hand.
///
/// - Parameters:
///   - slot: The number of the property among the persisted ones of its class.
///   - followsInherited: Whether the slots of a superclass come first.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(
  slot: Int, followsInherited: Bool = false
) = #externalMacro(module: "OpenSwiftDataMacros", type: "PersistedPropertyMacro")

/// Gives an actor its own model context and serial executor.
///
/// The actor conforms to ``ModelActor`` and gets `init(modelContainer:)`. Initializers written by hand
/// set `modelExecutor` and `modelContainer` themselves. An actor with a stored property that has no initial value
/// gets no generated initializer.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "OpenSwiftDataMacros", type: "ModelActorMacro")

/// Specifies how a property of a model is stored.
///
/// - Parameters:
///   - options: Such as `.unique` or `.externalStorage`.
///   - originalName: The name of the property in the previous version of the schema, if it differs.
///   - hashModifier: Any text; changing it marks the property as changed between two versions of the schema.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option...,
  originalName: String? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "OpenSwiftDataMacros", type: "PropertyAnnotationMacro")

/// Specifies how a property of a model refers to other models.
///
/// - Parameters:
///   - options: Such as `.unique`.
///   - deleteRule: What happens to the related models when this one is deleted.
///   - minimumModelCount: The minimum number of models in the relationship.
///   - maximumModelCount: The maximum number of models in the relationship; 0 is no limit.
///   - originalName: The name of the property in the previous version of the schema, if it differs.
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

/// Keeps a stored property of a model out of the store.
///
/// The property needs an initial value, which it has in a model that is read from the store.
@attached(peer)
public macro Transient() = #externalMacro(module: "OpenSwiftDataMacros", type: "PropertyAnnotationMacro")

/// Creates an index over each list of properties of a model. Write it inside the class.
///
/// ```swift
/// #Index<Item>([\.timestamp], [\.title, \.timestamp])
/// ```
@freestanding(declaration)
public macro Index<T: PersistentModel>(
  _ indices: [PartialKeyPath<T>]...
) = #externalMacro(module: "OpenSwiftDataMacros", type: "ClassAnnotationMacro")

/// Creates indexes of given kinds over properties of a model. Write it inside the class.
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

/// Requires that no two models share the values of each list of properties. Write it inside the class.
///
/// ```swift
/// #Unique<Item>([\.firstName, \.lastName])
/// ```
@freestanding(declaration)
public macro Unique<T: PersistentModel>(
  _ constraints: [PartialKeyPath<T>]...
) = #externalMacro(module: "OpenSwiftDataMacros", type: "ClassAnnotationMacro")

/// Creates a full-text index over each of some texts of a model. Write it inside the class.
///
/// ```swift
/// #FullTextIndex<Item>(\.title, \.notes)
/// ```
///
/// Predicates with `contains`, `localizedStandardContains` and `starts(with:)` use it automatically if the search text
/// has at least three letters; a `ResultsObserver` also looks up shorter ones that are rare. They find the same models
/// as without it.
@freestanding(declaration)
public macro FullTextIndex<T: PersistentModel>(
  _ property: PartialKeyPath<T>, _ more: PartialKeyPath<T>...
) = #externalMacro(module: "OpenSwiftDataMacros", type: "ClassAnnotationMacro")
