/// The shortest ways through the stages of a plan.
struct MigrationPath {
  private let stages: [MigrationStage]

  init(_ plan: any SchemaMigrationPlan.Type) { stages = plan.stages }

  /// The stages from one version to another, nil if there is no way that only leads up, or only down.
  ///
  /// - Complexity: O(stages²).
  func stages(from source: Schema.Version, to destination: Schema.Version) -> [MigrationStage]? {
    let isUp = source < destination
    var ways: [(Schema.Version, [MigrationStage])] = [(source, [])]
    var seen: Set = [source]
    var position = 0
    while position < ways.count {
      let (version, way) = ways[position]
      if version == destination { return way }
      for stage in stages where stage.source.versionIdentifier == version {
        let next = stage.destination.versionIdentifier
        guard isUp == (version < next), seen.insert(next).inserted else { continue }
        ways.append((next, way + [stage]))
      }
      position += 1
    }
    return nil
  }
}
