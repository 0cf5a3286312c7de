/// The models that a context keeps alive because another of its models refers to them.
///
/// Models refer to each other by key, so the far end of an observed relationship could be freed at once. A model that
/// was reached over a relationship is retained here until a sweep finds that no model in use refers to it.
struct RetainedModels {
  private static let minCountBeforeSweep = 1024

  // Plain references, because only they can be asked whether they are the last ones; optional, because the compiler may
  // copy one that is not before it asks.
  private var objects: [AnyObject?] = []
  private var countBeforeSweep = minCountBeforeSweep

  mutating func retain(_ model: any PersistentModel) {
    let record = model._$record
    guard !record.isRetained else { return }
    record.setRetained(true)
    objects.append(model)
  }

  var isSweepDue: Bool { objects.count >= countBeforeSweep }

  /// Releases the models that are neither in use nor referred to by models in use.
  ///
  /// - Parameters:
  ///   - registered: calls a body with every model of the context.
  ///   - targets: the models that a model refers to, as far as it is known in memory.
  /// - Complexity: O(n + m) for n registered models with m known relations.
  mutating func sweep(
    registered: ((any PersistentModel) -> Void) -> Void,
    targets: (any PersistentModel) -> [any PersistentModel]
  ) {
    var unmarked = Dictionary(takeUnused().map { (ObjectIdentifier($0), $0) }, uniquingKeysWith: { first, _ in first })
    var pending: [any PersistentModel] = []
    registered { if unmarked[ObjectIdentifier($0)] == nil { pending.append($0) } }
    while let model = pending.popLast() {
      for target in targets(model) {
        guard let reached = unmarked.removeValue(forKey: ObjectIdentifier(target)) else { continue }
        objects.append(reached)
        pending.append(target)
      }
    }
    for object in unmarked.values { (object as? any PersistentModel)?._$record.setRetained(false) }
    countBeforeSweep = max(Self.minCountBeforeSweep, objects.count * 2)
  }

  private mutating func takeUnused() -> [AnyObject] {
    let isUnused = objects.indices.map { isKnownUniquelyReferenced(&objects[$0]) }
    let unused = zip(objects, isUnused).compactMap { $1 ? $0 : nil }
    objects = zip(objects, isUnused).filter { !$0.1 }.map(\.0)
    return unused
  }
}
