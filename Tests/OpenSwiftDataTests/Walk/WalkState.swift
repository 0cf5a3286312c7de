/// The models of the walk as plain values: what a context shows, or what was committed.
///
/// Each relationship is kept once, so that its two ends can't disagree; a list is the models that lead to its owner.
struct WalkState {
  struct Node {
    let kind: WalkKind
    var values: WalkValues
    /// The relationships to one, by their names.
    var references: [String: Int] = [:]
  }

  /// Two models that a relationship to many joins.
  struct Pair: Hashable, Comparable {
    let name: String
    let owner: Int
    let target: Int

    static func < (left: Pair, right: Pair) -> Bool {
      (left.name, left.owner, left.target) < (right.name, right.owner, right.target)
    }
  }

  private(set) var nodes: [Int: Node] = [:]
  private(set) var pairs: Set<Pair> = []

  func numbers(of kind: WalkKind) -> [Int] { nodes.filter { $0.value.kind == kind }.keys.sorted() }

  /// The models at the other end that are there, in the order of their numbers.
  func targets(_ number: Int, _ link: WalkLink) -> [Int] {
    switch link.shape {
    case .reference, .partner:
      return (nodes[number]?.references[link.name]).map { nodes[$0] == nil ? [] : [$0] } ?? []
    case .list:
      guard let inverse = link.inverse else { return [] }
      return nodes.filter { $0.value.kind == link.target && $0.value.references[inverse] == number }.keys.sorted()
    case .pairs:
      return pairs.filter { $0.name == link.name && $0.owner == number }.map(\.target).sorted()
    case .inversePairs:
      return pairs.filter { $0.name == link.inverse && $0.target == number }.map(\.owner).sorted()
    }
  }

  func targets(_ number: Int, _ name: String) -> [Int] {
    guard let kind = nodes[number]?.kind, let link = WalkLink.named(name, of: kind) else { return [] }
    return targets(number, link)
  }

  func values(_ number: Int) -> WalkValues { nodes[number]?.values ?? WalkValues() }

  // MARK: - Changing

  mutating func insert(_ number: Int, _ kind: WalkKind, _ values: WalkValues = WalkValues()) {
    nodes[number] = Node(kind: kind, values: values)
  }

  mutating func set(_ name: WalkValues.Name, of number: Int, from values: WalkValues) {
    nodes[number]?.values.take(name, from: values)
  }

  mutating func set(_ link: WalkLink, of number: Int, to new: [Int]) {
    switch link.shape {
    case .reference:
      nodes[number]?.references[link.name] = new.first
    case .partner:
      part(number, link)
      guard let target = new.first, let inverse = link.inverseLink else { return }
      part(target, inverse)
      nodes[number]?.references[link.name] = target
      nodes[target]?.references[inverse.name] = number
    case .list:
      guard let inverse = link.inverse else { return }
      for target in targets(number, link) { nodes[target]?.references[inverse] = nil }
      for target in new { nodes[target]?.references[inverse] = number }
    case .pairs:
      pairs = pairs.filter { $0.name != link.name || $0.owner != number }
      for target in new { pairs.insert(Pair(name: link.name, owner: number, target: target)) }
    case .inversePairs:
      guard let name = link.inverse else { return }
      pairs = pairs.filter { $0.name != name || $0.target != number }
      for target in new { pairs.insert(Pair(name: name, owner: target, target: number)) }
    }
  }

  /// Separates a model from its partner.
  private mutating func part(_ number: Int, _ link: WalkLink) {
    guard let partner = nodes[number]?.references.removeValue(forKey: link.name), let inverse = link.inverse else {
      return
    }
    nodes[partner]?.references[inverse] = nil
  }

  /// A model and those that go with it.
  func doomed(with root: Int) -> Set<Int> {
    var doomed: Set<Int> = []
    var pending = [root]
    while let number = pending.popLast() {
      guard let node = nodes[number], doomed.insert(number).inserted else { continue }
      for link in WalkLink.of(node.kind) where link.rule == .cascade { pending += targets(number, link) }
    }
    return doomed
  }

  /// Takes models out, and what leads to them; a required reference stays, to be refused by the save.
  mutating func remove(_ gone: Set<Int>) {
    for number in gone { nodes[number] = nil }
    pairs = pairs.filter { !gone.contains($0.owner) && !gone.contains($0.target) }
    for (number, node) in nodes {
      for (name, target) in node.references where gone.contains(target) {
        nodes[number]?.references[name] = nil
      }
    }
  }

  /// Whether a save must be refused: a seal without its hall, a squad of the wrong size.
  var breaksARule: Bool {
    nodes.contains { number, node in
      switch node.kind {
      case .seal: targets(number, "hall").isEmpty
      case .squad: !(1...3).contains(targets(number, "wardens").count)
      default: false
      }
    }
  }

  // MARK: - Merging

  /// Takes over what changed between two other states.
  ///
  /// - Parameter own: the values that stay as they are.
  mutating func merge(from old: WalkState, to new: WalkState, except own: Set<WalkClaims.Value>) {
    remove(Set(old.nodes.keys).subtracting(new.nodes.keys))
    for (number, node) in new.nodes {
      guard let before = old.nodes[number] else {
        nodes[number] = node
        continue
      }
      guard nodes[number] != nil else { continue }
      for name in WalkValues.Name.allCases where node.values[name] != before.values[name] {
        if !own.contains(WalkClaims.Value(number: number, name: name)) { set(name, of: number, from: node.values) }
      }
      for name in Set(node.references.keys).union(before.references.keys)
      where node.references[name] != before.references[name] {
        nodes[number]?.references[name] = node.references[name]
      }
    }
    pairs.subtract(old.pairs.subtracting(new.pairs))
    pairs.formUnion(new.pairs.subtracting(old.pairs))
  }
}
