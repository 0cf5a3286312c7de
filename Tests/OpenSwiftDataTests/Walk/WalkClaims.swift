/// What the unsaved changes of a context have to do with.
///
/// Two contexts never change the same relationship at once, so that there is one right outcome; a value they may, and
/// the one that saves last wins.
struct WalkClaims {
  struct Value: Hashable {
    let number: Int
    let name: WalkValues.Name
  }

  struct Reference: Hashable {
    let number: Int
    let name: String
  }

  /// The models that changes are about, or lead to.
  var uses: Set<Int> = []
  /// The models that are deleted.
  var deletions: Set<Int> = []
  var references: Set<Reference> = []
  var pairs: Set<WalkState.Pair> = []
  var values: Set<Value> = []

  func areInConflict(with other: WalkClaims, overValues: Bool) -> Bool {
    !deletions.isDisjoint(with: other.uses) || !uses.isDisjoint(with: other.deletions)
      || !deletions.isDisjoint(with: other.deletions) || !references.isDisjoint(with: other.references)
      || !pairs.isDisjoint(with: other.pairs) || overValues && !values.isDisjoint(with: other.values)
  }

  mutating func formUnion(_ other: WalkClaims) {
    uses.formUnion(other.uses)
    deletions.formUnion(other.deletions)
    references.formUnion(other.references)
    pairs.formUnion(other.pairs)
    values.formUnion(other.values)
  }
}

extension WalkState {
  func claims(ofSetting link: WalkLink, of number: Int, to new: [Int]) -> WalkClaims {
    let old = targets(number, link)
    var claims = WalkClaims()
    claims.uses = Set([number] + old + new)
    switch link.shape {
    case .reference:
      claims.references = [WalkClaims.Reference(number: number, name: link.name)]
    case .partner:
      guard let inverse = link.inverseLink else { break }
      let owners = [number] + new.flatMap { targets($0, inverse) }
      claims.uses.formUnion(owners)
      claims.references = Set(
        owners.map { WalkClaims.Reference(number: $0, name: link.name) }
          + (old + new).map { WalkClaims.Reference(number: $0, name: inverse.name) })
    case .list:
      guard let inverse = link.inverseLink else { break }
      let moved = Set(old).symmetricDifference(new)
      claims.references = Set(moved.map { WalkClaims.Reference(number: $0, name: inverse.name) })
      for member in moved { claims.uses.formUnion(targets(member, inverse)) }
    case .pairs:
      let moved = Set(old).symmetricDifference(new)
      claims.pairs = Set(moved.map { Pair(name: link.name, owner: number, target: $0) })
    case .inversePairs:
      let moved = Set(old).symmetricDifference(new)
      claims.pairs = Set(moved.map { Pair(name: link.inverse ?? "", owner: $0, target: number) })
    }
    return claims
  }

  func claims(ofDeleting doomed: Set<Int>) -> WalkClaims {
    var claims = WalkClaims()
    claims.deletions = doomed
    for (number, node) in nodes where !doomed.contains(number) {
      for (name, target) in node.references where doomed.contains(target) {
        claims.references.insert(WalkClaims.Reference(number: number, name: name))
        claims.uses.insert(number)
      }
    }
    for number in doomed {
      guard let node = nodes[number] else { continue }
      for link in WalkLink.of(node.kind) {
        claims.uses.formUnion(targets(number, link).filter { !doomed.contains($0) })
      }
    }
    for pair in pairs where doomed.contains(pair.owner) || doomed.contains(pair.target) {
      claims.uses.formUnion([pair.owner, pair.target].filter { !doomed.contains($0) })
    }
    return claims
  }
}
