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
/// A model may inherit from another one: the rows of both are in one table, and a fetch of the superclass answers with
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
