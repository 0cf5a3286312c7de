/// The steps that lead from the schema of a store to the one that a program wants.
struct MigrationRoute {
  /// One step: to which schema, and by which stage; without one, the difference says what to do.
  struct Step {
    let schema: Schema
    let stage: MigrationStage?
  }

  /// None if the store has the schema already.
  let steps: [Step]
  let stored: StoredSchema
  private let knowsOnlyAPart: Bool

  /// Finds the way.
  ///
  /// - Throws: `StoreError` if there is none, or if the difference can't be bridged without code.
  init(
    from stored: StoredSchema, to schema: Schema, plan: (any SchemaMigrationPlan.Type)?, failure: MigrationFailure
  ) throws {
    self.stored = stored
    knowsOnlyAPart = stored.description.entities.contains { schema.entity(named: $0.name) == nil }
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
        "The store has version \(stored.version), and the migration plan has no way from there to "
          + "\(schema.version): add a stage.")
    }
    let source = stages.first.map { Schema(versionedSchema: $0.source) }
    // Changed without a new version number, as happens during development.
    let mending = source.flatMap { stored.fits(SchemaDescription($0)) ? nil : Step(schema: $0, stage: nil) }
    let last = stages.count - 1
    return [mending].compactMap(\.self)
      + stages.enumerated().map { index, stage in
        Step(schema: index == last ? schema : Schema(versionedSchema: stage.destination), stage: stage)
      }
  }

  /// Whether there is nothing to do, not even to describe the store.
  ///
  /// Who knows a part of the models only can't describe the store.
  var isDone: Bool { steps.isEmpty && (stored.isRecorded || knowsOnlyAPart) }

  /// Whether more changes than what the store remembers of its schema.
  var changesStore: Bool {
    steps.contains { $0.stage?.hasCode == true }
      || differences.contains(where: \.changesStore)
  }

  /// What each step changes.
  var differences: [SchemaDifference] {
    let descriptions = steps.map { SchemaDescription($0.schema) }
    return zip([stored.description] + descriptions, descriptions).map { SchemaDifference(from: $0, to: $1) }
  }

  /// A program that knows a part of the models only must not remove the others.
  private func checkNothingIsRemoved(_ failure: MigrationFailure) throws {
    guard let entity = differences.lazy.compactMap(\.removedClasses.first).first else { return }
    throw failure.mismatch(
      "\(entity) is in the store and not among the models: add it, or give the schema a new version number to "
        + "remove it.")
  }

  /// Says what stands in the way before anything is written.
  private func checkDifferences(_ failure: MigrationFailure) throws {
    for (step, difference) in zip(steps, differences) where step.stage?.hasCodeAfter != true {
      if let obstacle = difference.obstacles.first { throw failure.mismatch(obstacle) }
    }
  }
}

extension MigrationStage {
  /// Whether there is code to run.
  var hasCode: Bool {
    switch self {
    case .lightweight: false
    case .custom(_, _, let before, let after): before != nil || after != nil
    case .twoSided: true
    }
  }

  /// Whether there is code to run once the tables are the new ones.
  var hasCodeAfter: Bool {
    switch self {
    case .lightweight: false
    case .custom(_, _, _, let after): after != nil
    case .twoSided: true
    }
  }
}
