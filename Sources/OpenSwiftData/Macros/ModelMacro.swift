import Observation

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
/// The class conforms to ``PersistentModel`` and `Observable`. It is never `Sendable`: pass a model's
/// `persistentModelID` to another actor and look the model up in the context there.
@attached(
  member,
  conformances: Observable, PersistentModel, Sendable,
  names: named(_$record), named(_$properties), named(init(backingData:))
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "OpenSwiftDataMacros", type: "ModelMacro")
