/// The steps from the schema of a store to the one that a program wants.
struct MigrationRoute {
  /// One step: the schema after it, and its stage; without a stage the difference decides what to do.
  struct Step {
    let schema: Schema
    let stage: MigrationStage?
  }

  /// Empty if the store has the schema already.
  let steps: [Step]
  let stored: StoredSchema
  /// Whether the store has entities that the schema lacks.
  private let isPartial: Bool

  /// Finds the route; throws a `StoreError` if there is none, or if a difference needs code that no stage has.
  init(
    from stored: StoredSchema, to schema: Schema, plan: (any SchemaMigrationPlan.Type)?, failure: MigrationFailure
  ) throws {
    self.stored = stored
    isPartial = stored.description.entities.contains { schema.entity(named: $0.name) == nil }
    if stored.version == schema.version {
      steps = stored.fits(SchemaDescription(schema)) ? [] : [Step(schema: schema, stage: nil)]
      try checkNothingIsRemoved(failure)
    } else if let plan {
      steps = try Self.steps(from: stored, to: schema, plan, failure)
    } else {
      guard stored.version < schema.version else { throw failure.newer(stored.version, than: schema.version) }
      steps = [Step(schema: schema, stage: nil)]
    }
    try checkDifferences(failure)
  }

  private static func steps(
    from stored: StoredSchema, to schema: Schema, _ plan: any SchemaMigrationPlan.Type, _ failure: MigrationFailure
  ) throws -> [Step] {
    guard let stages = MigrationPath(plan).stages(from: stored.version, to: schema.version) else {
      guard stored.version < schema.version else { throw failure.newer(stored.version, than: schema.version) }
      throw failure.mismatch(
        "The store has version \(stored.version), and the migration plan has no path from there to "
          + "\(schema.version): add a stage.")
    }
    let source = stages.first.map { Schema(versionedSchema: $0.source) }
    // The models may have changed without a new version number, as happens during development.
    let repair = source.flatMap { stored.fits(SchemaDescription($0)) ? nil : Step(schema: $0, stage: nil) }
    let last = stages.count - 1
    return [repair].compactMap(\.self)
      + stages.enumerated().map { index, stage in
        Step(schema: index == last ? schema : Schema(versionedSchema: stage.destination), stage: stage)
      }
  }

  /// Whether there is nothing to do, not even to write a description into the store.
  ///
  /// A store without a description gets one only from a program whose schema has all of its entities.
  var isDone: Bool { steps.isEmpty && (stored.isRecorded || isPartial) }

  /// Whether more changes than the store's description.
  var changesStore: Bool {
    steps.contains { $0.stage?.hasCode == true } || differences.contains(where: \.changesStore)
  }

  /// What each step changes, in the order of the steps.
  var differences: [SchemaDifference] {
    let descriptions = steps.map { SchemaDescription($0.schema) }
    return zip([stored.description] + descriptions, descriptions).map { SchemaDifference(from: $0, to: $1) }
  }

  /// Refuses to remove entities without a new version number: the program may have only some of the models.
  private func checkNothingIsRemoved(_ failure: MigrationFailure) throws {
    guard let entity = differences.lazy.compactMap(\.removedClasses.first).first else { return }
    throw failure.mismatch(
      "\(entity) is in the store and not among the models: add it, or give the schema a new version number to "
        + "remove it.")
  }

  /// Refuses differences that need code, before anything is written.
  private func checkDifferences(_ failure: MigrationFailure) throws {
    for (step, difference) in zip(steps, differences) where step.stage?.hasCodeAfter != true {
      if let obstacle = difference.obstacles.first { throw failure.mismatch(obstacle) }
    }
  }
}

extension SchemaMigrationPlan {
  /// A container's schema with the version under which the plan lists it.
  ///
  /// A schema made from model types has no version of its own; it gets that of the plan's last version with the same
  /// models.
  ///
  /// - Throws: `StoreError` if the plan has no such version.
  static func target(_ schema: Schema, location: String) throws -> Schema {
    // To work out what a version's models have takes a part of each start, so that it is done for no more than needed.
    let named = schemas.filter { $0.versionIdentifier == schema.version }
    if named.contains(where: { schema.consists(of: $0.models) }) { return schema }
    let description = SchemaDescription(schema)
    func isSame(_ version: any VersionedSchema.Type) -> Bool {
      SchemaDescription(Schema(versionedSchema: version)).fingerprint == description.fingerprint
    }
    if named.contains(where: isSame) { return schema }
    guard let version = schemas.last(where: isSame)?.versionIdentifier else {
      throw mismatch(of: description, location)
    }
    return Schema(schema.entities.map(\.properties.modelType), version: version)
  }

  private static func mismatch(of description: SchemaDescription, _ location: String) -> StoreError {
    guard let last = schemas.last else {
      return MigrationFailure(location: location).mismatch("The migration plan \(Self.self) lists no schemas.")
    }
    let difference = SchemaDifference(from: SchemaDescription(Schema(versionedSchema: last)), to: description)
    return MigrationFailure(location: location).mismatch(
      "The migration plan \(Self.self) has no version with the container's models: \(difference.firstName ?? "") "
        + "is not that of version \(last.versionIdentifier).")
  }
}

extension Schema {
  /// Whether it has these models and no others.
  fileprivate func consists(of models: [any PersistentModel.Type]) -> Bool {
    Set(models.map { ObjectIdentifier($0) }) == Set(entities.map { ObjectIdentifier($0.properties.modelType) })
  }
}

/// Finds the shortest path through the stages of a plan.
private struct MigrationPath {
  private let stages: [MigrationStage]

  init(_ plan: any SchemaMigrationPlan.Type) { stages = plan.stages }

  /// The stages from one version to another; nil if no path goes only up or only down.
  func stages(from source: Schema.Version, to destination: Schema.Version) -> [MigrationStage]? {
    let isUp = source < destination
    var paths: [(Schema.Version, [MigrationStage])] = [(source, [])]
    var seen: Set = [source]
    var position = 0
    while position < paths.count {
      let (version, path) = paths[position]
      if version == destination { return path }
      for stage in stages where stage.source.versionIdentifier == version {
        let next = stage.destination.versionIdentifier
        guard isUp == (version < next), seen.insert(next).inserted else { continue }
        paths.append((next, path + [stage]))
      }
      position += 1
    }
    return nil
  }
}

/// The errors of migrations, each with a hint at what to do.
struct MigrationFailure {
  let location: String

  func mismatch(_ explanation: String) -> StoreError {
    StoreError(kind: .schemaMismatch, location: location, explanation: explanation)
  }

  func newer(_ found: Schema.Version, than known: Schema.Version) -> StoreError {
    StoreError(
      kind: .newerSchema, location: location,
      explanation: "The store has version \(found); this program knows up to \(known).")
  }

  /// The error for a store that needs a migration and can't be written.
  func readOnly(_ found: Schema.Version, _ wanted: Schema.Version) -> StoreError {
    StoreError(
      kind: .readOnly, location: location,
      explanation: "The store has version \(found) and would have to be migrated to \(wanted), but it can only be read."
    )
  }
}
