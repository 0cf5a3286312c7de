import OpenSwiftData
import Testing

/// `OPENSWIFTDATA_ORACLE=full` takes 100 walks of 10 000 steps; see `WalkSeeds`.
@Suite("Two contexts show what an oracle says", .serialized)
struct TwoContextWalkTests {
  static let walks = WalkSeeds(fixed: (5, 400), full: (100, 10_000))

  @Test(arguments: walks.seeds) func afterRandomOperationsAndInAllWaysToAsk(seed: UInt64) throws {
    print("seed \(seed)")
    do {
      try TwoContextWalk(seed: seed).walk(Self.walks.steps)
    } catch {
      Issue.record("\(error)\n\(Self.walks.again(seed, "TwoContextWalkTests"))")
    }
  }
}

/// A random walk of two contexts over one store, beside an oracle of plain values.
///
/// Models are found in every way there is: held, as faults, by partial fetches, over relationships. Most lists are
/// changed without having been read. Each context merges what the other saved while changes of its own wait.
final class TwoContextWalk {
  private let ledger: WalkLedger
  private let container: ModelContainer
  private let contexts: [WalkContext]
  private let titles: TitleRanks

  /// How many models there are at most.
  private static let mostNodes = 36

  init(seed: UInt64) throws {
    let container = try memoryContainer(
      Hall.self, Showpiece.self, Artist.self, Plaque.self, Seal.self, Party.self, Warden.self)
    self.container = container
    let ledger = WalkLedger(seed: seed)
    self.ledger = ledger
    let policies: [MergePolicy] = [.byProperty, .byProperty, .error, .storeWins, .objectWins]
    let policy = policies[Int(seed % UInt64(policies.count))]
    contexts = [
      WalkContext("A", container, ledger, policy: policy, canUndo: seed % 3 == 0),
      WalkContext("B", container, ledger, policy: policy, canUndo: false),
    ]
    titles = try TitleRanks()
    (contexts[0].other, contexts[1].other) = (contexts[1], contexts[0])
  }

  func walk(_ count: Int) throws {
    for _ in 0..<count { try step() }
    for context in contexts {
      try save(context)
      try context.checkEverything("at the end")
    }
  }

  private func step() throws {
    ledger.nextStep()
    let context = contexts[ledger.roll(0..<2)]
    switch ledger.roll(0..<100) {
    case 0..<8: try insert(context)
    case 8..<11: try insertGraph(context)
    case 11..<23: try setValue(context)
    case 23..<41: try setLink(context)
    case 41..<47: try rearrange(context)
    case 47..<52: try delete(context)
    case 52..<54: try deleteMatching(context)
    case 54..<71: try look(context)
    case 71..<83: try WalkAsking(context, container, ledger, titles).ask()
    case 83..<91: try save(context)
    case 91..<92: try context.saveInVain()
    case 92..<94: try context.rollback()
    case 94..<97: context.forget()
    case 97..<99: context.reopen()
    default: try context.checkEverything("for once")
    }
  }

  // MARK: - Inserting

  private func insert(_ context: WalkContext) throws {
    guard context.view.nodes.count < Self.mostNodes, let kind = ledger.pick(WalkKind.allCases) else { return }
    let number = ledger.nextNumber()
    var next = context.view
    next.insert(number, kind)
    var claims = WalkClaims()
    var other: Int?
    if let need = kind.need {
      other = ledger.pick(context.view.numbers(of: need.target))
      guard let other else { return }
      claims = next.claims(ofSetting: need, of: number, to: [other])
      next.set(need, of: number, to: [other])
    }
    claims.uses.insert(number)
    try context.change("insert \(kind) \(number)\(other.map { " for \($0)" } ?? "")", claims, to: next) {
      guard let model = try kind.make(number, leadingTo: other.map { try context.model($0) }) else { return }
      context.insert(model)
      context.hold(model, number)
    }
  }

  /// Inserts models that lead to each other by inserting one of them.
  private func insertGraph(_ context: WalkContext) throws {
    let links = WalkLink.all.filter { $0.inverse != nil && $0.kind.need == nil && $0.target.need == nil }
    guard context.view.nodes.count < Self.mostNodes, let link = ledger.pick(links) else { return }
    let owner = ledger.nextNumber()
    let targets = (0..<(link.isToMany ? ledger.roll(1..<4) : 1)).map { _ in ledger.nextNumber() }
    let first = ledger.chance(50) ? owner : ledger.pick(targets) ?? owner
    var next = context.view
    next.insert(owner, link.kind)
    for target in targets { next.insert(target, link.target) }
    next.set(link, of: owner, to: targets)
    var claims = WalkClaims()
    claims.uses = Set([owner] + targets)
    let line = "insert \(link.kind) \(owner).\(link.name) = \(targets) by inserting \(first)"
    try context.change(line, claims, to: next) {
      guard let model = link.kind.make(owner, leadingTo: nil) else { return }
      let others = targets.compactMap { link.target.make($0, leadingTo: nil) }
      link.write(model, others)
      for (number, model) in zip([owner] + targets, [model] + others) { context.hold(model, number) }
      if let inserted = context.held[first] { context.insert(inserted) }
    }
  }

  // MARK: - Changing

  private func setValue(_ context: WalkContext) throws {
    guard let number = ledger.pick(context.view.nodes.keys.sorted()),
      let name = ledger.pick(WalkValues.Name.allCases)
    else { return }
    let values = ledger.values()
    guard values[name] != context.view.values(number)[name] else { return }
    var next = context.view
    next.set(name, of: number, from: values)
    var claims = WalkClaims()
    claims.uses = [number]
    claims.values = [WalkClaims.Value(number: number, name: name)]
    try context.change("\(number).\(name) = \(values[name])", claims, to: next) {
      try context.model(number).set(name, values)
    }
  }

  private func setLink(_ context: WalkContext) throws {
    guard let (number, link) = anyLink(context) else { return }
    let candidates = context.view.numbers(of: link.target)
    var new = ledger.some(candidates, atMost: link.isToMany ? 3 : 1)
    if !link.isRequired, ledger.chance(25) { new = [] }
    guard link.isToMany, ledger.chance(50) else { return try set(link, of: number, to: new, context) }
    let old = context.view.targets(number, link)
    if ledger.chance(30), let gone = ledger.pick(old) {
      try set(link, of: number, to: old.filter { $0 != gone }, context, as: "without \(gone)") { current in
        current().filter { $0.number != gone }
      }
    } else {
      let added = new.filter { !old.contains($0) }
      try set(link, of: number, to: old + added, context, as: "with \(added)") { current in
        try current() + added.map { try context.model($0) }
      }
    }
  }

  private func rearrange(_ context: WalkContext) throws {
    guard let (number, link) = anyLink(context), link.isToMany else { return }
    try set(link, of: number, to: ledger.shuffled(context.view.targets(number, link)), context)
  }

  private func set(_ link: WalkLink, of number: Int, to new: [Int], _ context: WalkContext) throws {
    guard !link.isRequired || !new.isEmpty else { return }
    try set(link, of: number, to: new, context, as: "= \(new)") { _ in try new.map { try context.model($0) } }
  }

  /// Sets a relationship by what it is now, if the closure reads that.
  private func set(
    _ link: WalkLink, of number: Int, to new: [Int], _ context: WalkContext, as line: String,
    _ objects: (() -> [any WalkModel]) throws -> [any WalkModel]
  ) throws {
    let claims = context.view.claims(ofSetting: link, of: number, to: new)
    var next = context.view
    next.set(link, of: number, to: new)
    try context.change("\(link.kind) \(number).\(link.name) \(line)", claims, to: next) {
      let model = try context.model(number)
      let objects = try objects { link.read(model) }
      let order = objects.map(\.number)
      link.write(model, objects)
      let found = link.read(model).map(\.number)
      guard found == order else {
        throw ledger.failure("\(context.name): \(link.kind) \(number).\(link.name) is \(found) after \(order) was set")
      }
    }
  }

  private func anyLink(_ context: WalkContext) -> (Int, WalkLink)? {
    guard let link = ledger.pick(WalkLink.all), let number = ledger.pick(context.view.numbers(of: link.kind)) else {
      return nil
    }
    return (number, link)
  }

  // MARK: - Deleting

  private func delete(_ context: WalkContext) throws {
    guard let number = ledger.pick(context.view.nodes.keys.sorted()) else { return }
    let doomed = context.view.doomed(with: number)
    var next = context.view
    next.remove(doomed)
    try context.change(
      "delete \(number), with it \(doomed.sorted())", context.view.claims(ofDeleting: doomed), to: next
    ) {
      context.delete(try context.model(number))
    }
  }

  /// Deletes all models of a kind that have some values.
  private func deleteMatching(_ context: WalkContext) throws {
    guard let kind = ledger.pick(WalkKind.allCases) else { return }
    let (values, last) = (ledger.values(), ledger.lastNumber - ledger.roll(0..<30))
    let matching = context.view.numbers(of: kind).filter {
      let own = context.view.values($0)
      return own.count == values.count && own.isMarked == values.isMarked && $0 > last
    }
    guard matching.count <= 4 else { return }
    let doomed = matching.reduce(into: Set<Int>()) { $0.formUnion(context.view.doomed(with: $1)) }
    var next = context.view
    next.remove(doomed)
    // What the rules take along goes only with the save, which must not be one that is refused.
    let takesAlong = doomed.count > matching.count
    guard !takesAlong || !next.breaksARule else { return }
    let claims = context.view.claims(ofDeleting: doomed)
    let line = "delete \(kind)s with \(values.count), \(values.isMarked), > \(last): \(doomed.sorted())"
    let isDone = try context.change(line, claims, to: next, canBeUndone: false) {
      try deleteAll(kind.type, context, values.count, values.isMarked, last)
    }
    if isDone, takesAlong { try save(context) }
  }

  private func deleteAll<Model: WalkModel>(
    _: Model.Type, _ context: WalkContext, _ count: Int, _ isMarked: Bool, _ last: Int
  ) throws {
    try context.modelContext.delete(
      model: Model.self,
      where: #Predicate<Model> { $0.count == count && $0.isMarked == isMarked && $0.number > last })
  }

  // MARK: - Looking

  private func look(_ context: WalkContext) throws {
    guard let number = ledger.pick(context.view.nodes.keys.sorted()) else { return }
    try context.check(number)
  }

  /// Saves, and compares what is stored with the oracle, and the order of lists with what the contexts show.
  private func save(_ context: WalkContext) throws {
    try context.save()
    guard context.isClean else { return }
    let stored = WalkContext("stored", container, ledger, policy: .byProperty, canUndo: false)
    try stored.checkEverything("after \(context.name)'s save")
    for shown in contexts where shown.isClean {
      for (number, link, order) in shown.orders() {
        let expected = try link.read(stored.model(number)).map(\.number)
        guard order == expected else {
          let place = "\(number).\(link.name)"
          throw ledger.failure("\(shown.name) shows \(place) as \(order) after a save, stored is \(expected)")
        }
      }
    }
  }
}
