import OpenSwiftData
import Testing

/// A random walk over the graph, in a store and in an oracle side by side.
final class GraphWalk {
  private let container: ModelContainer
  private var context: ModelContext
  private var models: [Int: any PersistentModel] = [:]
  private var pending = GraphOracle()
  private var committed = GraphOracle()
  private var random: SeededGenerator
  private var lastNumber = 0
  /// Whether both ends are read before they are changed, so that the order of every list is known.
  private let readsFirst: Bool
  private var steps = 0
  /// What takes the walk again.
  private let again: String

  init(seed: UInt64, readsFirst: Bool, container: ModelContainer, again: String) {
    random = SeededGenerator(seed: seed)
    self.readsFirst = readsFirst
    self.container = container
    self.again = again
    context = ModelContext(container)
  }

  func walk(_ count: Int) throws {
    for _ in 0..<count {
      steps += 1
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<18: try insert()
      case 18..<55: change()
      case 55..<80: rearrange()
      case 80..<90: delete()
      case 90..<95: try save()
      case 95..<97: try rollback()
      default: try reopen()
      }
    }
    try save()
    try reopen()
  }

  // MARK: - Steps

  private func insert() throws {
    guard pending.nodes.count < 60, let kind = GraphKind.allCases.randomElement(using: &random) else { return }
    let other = kind.needs.flatMap { pending.numbers(of: $0).randomElement(using: &random) }
    if kind.needs != nil, other == nil { return }
    if let other { read(other) }
    lastNumber += 1
    guard let model = kind.make(lastNumber, leadingTo: other.flatMap { models[$0] }) else { return }
    insert(model)
    models[lastNumber] = model
    pending.insert(lastNumber, kind, leadingTo: other)
  }

  private func insert<Model: PersistentModel>(_ model: Model) { context.insert(model) }

  private func change() {
    guard let (number, link) = anyLink() else { return }
    let candidates = pending.numbers(of: link.target)
    var new = (0..<(link.isToMany ? 3 : 1)).compactMap { _ in candidates.randomElement(using: &random) }
    if !link.isRequired, Int.random(in: 0..<4, using: &random) == 0 { new = [] }
    if link.isToMany, Bool.random(using: &random) { new = pending.targets(number, link) + new }
    guard !link.isRequired || !new.isEmpty else { return }
    set(link, of: number, to: new)
  }

  private func rearrange() {
    guard let (number, link) = anyLink(), link.isToMany else { return }
    set(link, of: number, to: pending.targets(number, link).shuffled(using: &random))
  }

  private func set(_ link: GraphLink, of number: Int, to new: [Int]) {
    guard let model = models[number] else { return }
    for touched in [number] + new + pending.targets(number, link) { read(touched) }
    // A list that was not read may be in another order than the oracle's: then its members count, not their order.
    let objects = readsFirst || !link.isToMany ? new : ordered(new, as: link.read(model).map(GraphKind.number))
    link.write(model, objects.compactMap { models[$0] })
    pending.set(link, of: number, to: objects)
  }

  private func ordered(_ new: [Int], as current: [Int]) -> [Int] {
    current.filter(new.contains) + new.filter { !current.contains($0) }
  }

  /// Reads what leads to and from a model.
  private func read(_ number: Int) {
    guard let model = models[number], let kind = pending.nodes[number]?.kind else { return }
    guard readsFirst || kind == .team || kind == .player else { return }
    for link in GraphLink.of(kind) {
      for target in link.read(model) {
        guard let inverse = link.inverse.flatMap({ GraphLink.named($0, of: link.target) }) else { continue }
        _ = inverse.read(target).count
      }
    }
  }

  private func delete() {
    guard let number = pending.nodes.keys.sorted().randomElement(using: &random), let model = models[number] else {
      return
    }
    read(number)
    delete(model)
    pending.delete(number)
  }

  private func delete<Model: PersistentModel>(_ model: Model) { context.delete(model) }

  private func save() throws {
    if pending.breaksARule {
      #expect(throws: SwiftDataError.self, "\(place)") { try context.save() }
      return try rollback()
    }
    do {
      try context.save()
    } catch {
      Issue.record("\(place): \(error)")
      return try rollback()
    }
    committed = pending
    try compare("after a save")
  }

  private func rollback() throws {
    context.rollback()
    pending = committed
    try compare("after a rollback")
  }

  private func reopen() throws {
    context = ModelContext(container)
    pending = committed
    try compare("after opening anew")
  }

  // MARK: - Comparing

  private func compare(_ moment: Comment) throws {
    models = [:]
    for kind in GraphKind.allCases {
      for model in try kind.all(in: context) { models[GraphKind.number(of: model)] = model }
    }
    #expect(Set(models.keys) == Set(pending.nodes.keys), "\(place), \(moment)")
    for (number, node) in pending.nodes {
      guard let model = models[number] else { continue }
      for link in GraphLink.of(node.kind) { compare(link, of: number, model, moment) }
    }
  }

  private func compare(_ link: GraphLink, of number: Int, _ model: any PersistentModel, _ moment: Comment) {
    let found = link.read(model).map(GraphKind.number)
    let expected = pending.targets(number, link)
    let areEqual = readsFirst ? found == expected : found.sorted() == expected.sorted()
    #expect(
      areEqual, "\(place), \(moment): \(link.kind) \(number).\(link.name) is \(found), expected \(expected)")
  }

  private var place: String { "step \(steps) (\(again))" }

  private func anyLink() -> (Int, GraphLink)? {
    guard let link = GraphLink.all.randomElement(using: &random),
      let number = pending.numbers(of: link.kind).randomElement(using: &random)
    else { return nil }
    return (number, link)
  }
}
