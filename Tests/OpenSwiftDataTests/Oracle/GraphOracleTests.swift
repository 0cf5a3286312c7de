import OpenSwiftData
import Testing

/// `OPENSWIFTDATA_ORACLE=full` takes 20 walks of 10 000 steps; see `WalkSeeds`.
@Suite("A graph in a store is what an oracle says", .serialized)
struct GraphOracleTests {
  static let walks = WalkSeeds(fixed: (4, 500), full: (20, 10_000))

  @Test(arguments: walks.seeds) func afterRandomOperationsWithEveryKindOfRelationshipAndRule(seed: UInt64) throws {
    let container = try memoryContainer(Folder.self, Team.self)
    let again = Self.walks.again(seed, "GraphOracleTests")
    print("seed \(seed)")
    try GraphWalk(seed: seed, readsFirst: seed % 2 == 0, container: container, again: again).walk(Self.walks.steps)
  }
}

/// The graph as plain values: what every operation should have made of it.
struct GraphOracle {
  struct Node {
    let kind: GraphKind
    var links: [String: [Int]] = [:]
  }

  private(set) var nodes: [Int: Node] = [:]

  func numbers(of kind: GraphKind) -> [Int] { nodes.filter { $0.value.kind == kind }.keys.sorted() }

  /// The nodes at the other end, without those that are gone.
  func targets(_ number: Int, _ link: GraphLink) -> [Int] {
    (nodes[number]?.links[link.name] ?? []).filter { nodes[$0] != nil }
  }

  mutating func insert(_ number: Int, _ kind: GraphKind, leadingTo other: Int?) {
    nodes[number] = Node(kind: kind)
    guard let other, let link = GraphLink.of(kind).first(where: { $0.target == kind.needs }) else { return }
    set(link, of: number, to: [other])
  }

  mutating func set(_ link: GraphLink, of number: Int, to new: [Int]) {
    var seen: Set<Int> = []
    let new = new.filter { seen.insert($0).inserted }
    let old = targets(number, link)
    nodes[number]?.links[link.name] = new
    guard let inverse = link.inverse.flatMap({ GraphLink.named($0, of: link.target) }) else { return }
    for target in old where !new.contains(target) { remove(number, from: target, inverse) }
    for target in new where !old.contains(target) { add(number, to: target, inverse, link) }
  }

  private mutating func remove(_ number: Int, from target: Int, _ inverse: GraphLink) {
    nodes[target]?.links[inverse.name]?.removeAll { $0 == number }
  }

  private mutating func add(_ number: Int, to target: Int, _ inverse: GraphLink, _ link: GraphLink) {
    if inverse.isToMany {
      nodes[target]?.links[inverse.name, default: []].append(number)
    } else {
      for partner in targets(target, inverse) where partner != number { remove(target, from: partner, link) }
      nodes[target]?.links[inverse.name] = [number]
    }
  }

  /// Deletes a node and those that go with it.
  mutating func delete(_ root: Int) {
    var pending = [root]
    while let number = pending.popLast() {
      guard let node = nodes[number] else { continue }
      let links = GraphLink.of(node.kind)
      for link in links where link.rule == .cascade { pending += targets(number, link) }
      for link in links where link.rule == .cascade || link.rule == .nullify {
        guard let inverse = link.inverse.flatMap({ GraphLink.named($0, of: link.target) }) else { continue }
        for target in targets(number, link) { remove(number, from: target, inverse) }
      }
      nodes[number] = nil
    }
  }

  /// Whether a save must be refused: a padlock without its folder, a team of the wrong size.
  var breaksARule: Bool {
    nodes.contains { number, node in
      switch node.kind {
      case .padlock: GraphLink.of(.padlock).contains { targets(number, $0).isEmpty }
      case .team: GraphLink.of(.team).contains { !(1...3).contains(targets(number, $0).count) }
      default: false
      }
    }
  }
}
