/// The shortest ways through the stages of a plan.
struct MigrationPath {
  private let stages: [MigrationStage]

  init(_ plan: any SchemaMigrationPlan.Type) { stages = plan.stages }

  /// The stages from one version to another, nil if there is no way.
  ///
  /// - Complexity: O(stages²).
  func stages(from source: Schema.Version, to destination: Schema.Version) -> [MigrationStage]? {
    var ways: [(Schema.Version, [MigrationStage])] = [(source, [])]
    var seen: Set = [source]
    var next = 0
    while next < ways.count {
      let (version, way) = ways[next]
      if version == destination { return way }
      for stage in stages where stage.source.versionIdentifier == version {
        guard seen.insert(stage.destination.versionIdentifier).inserted else { continue }
        ways.append((stage.destination.versionIdentifier, way + [stage]))
      }
      next += 1
    }
    return nil
  }
}
