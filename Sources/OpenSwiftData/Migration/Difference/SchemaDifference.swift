/// What differs between the schema of a store and another one.
struct SchemaDifference: Sendable {
  let added: [EntityDescription]
  let removed: [EntityDescription]
  let changed: [EntityDifference]

  init(from old: SchemaDescription, to new: SchemaDescription) {
    added = new.entities.filter { old.entity($0.name) == nil }
    removed = old.entities.filter { new.entity($0.name) == nil }
    changed = new.entities.compactMap { entity in
      old.entity(entity.name).flatMap { EntityDifference(from: $0, to: entity) }
    }
  }

  /// Whether there is no difference, not even one that is only remembered.
  var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Whether the store holds anything differently.
  var changesStore: Bool { !added.isEmpty || !removed.isEmpty || changed.contains(where: \.changesStore) }

  /// Why the change can't be made without code.
  var obstacles: [String] { changed.flatMap(\.obstacles) }

  /// The first difference, by entity and property.
  var firstName: String? {
    guard let entity = changed.first else { return (added.first ?? removed.first)?.name }
    let property =
      entity.attributes.first { !$0.keepsValues || $0.isRenamed }?.new.name ?? entity.removed.first?.name
    return property.map { "\(entity.name).\($0)" } ?? entity.name
  }
}
