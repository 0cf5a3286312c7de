/// The places that a save gives to rows in the ordered lists they belong to.
struct ListPlaces {
  private struct Member: Hashable {
    let entity: ObjectIdentifier
    let slot: Int
    let key: Int64

    init(_ relation: Relation, key: Int64) {
      entity = ObjectIdentifier(relation.owner)
      slot = relation.slot
      self.key = key
    }
  }

  /// A place of a row that exists already.
  struct Move {
    /// The relationship to one model, whose inverse is the list.
    let relation: Relation
    let key: Int64
    let place: Int64
  }

  private var places: [Member: Int64] = [:]
  private(set) var moves: [Move] = []

  /// The place of a model in the list at the other end of a relationship to one model.
  func place(of model: any PersistentModel, _ relation: Relation) -> Int64? {
    places[Member(relation, key: model._$record.key)]
  }

  mutating func put(_ key: Int64, at place: Int64, _ relation: Relation) {
    places[Member(relation, key: key)] = place
    if key > 0 { moves.append(Move(relation: relation, key: key, place: place)) }
  }
}

/// How the order of a list changed.
enum ListOrder {
  /// The members that were there before keep their order, and these come after them.
  case appended([Int64])
  /// Everything has a new place.
  case rearranged

  init(from old: [Int64], to new: [Int64]) {
    let members = Set(new)
    let kept = old.filter(members.contains)
    self = new.starts(with: kept) ? .appended(Array(new.dropFirst(kept.count))) : .rearranged
  }
}
