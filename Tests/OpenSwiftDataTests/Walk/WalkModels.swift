import OpenSwiftData

/// What the models of the walk have in common: a number that the oracle knows them by, and values to ask for.
protocol WalkModel: PersistentModel {
  var number: Int { get set }
  var title: String { get set }
  var count: Int { get set }
  var isMarked: Bool { get set }
  var note: String? { get set }

  /// What a partial fetch may ask for by itself.
  static var parts: [PartialKeyPath<Self>] { get }
}

extension WalkModel {
  static var values: [PartialKeyPath<Self>] { [\Self.number, \Self.title, \Self.count, \Self.isMarked, \Self.note] }
}

// A tree, ordered lists with every delete rule, many to many, partners, one-way ends, a required end, counted members.

@Model final class Hall: WalkModel {
  var number: Int
  var title = ""
  var count = 0
  var isMarked = false
  var note: String?
  @Relationship(deleteRule: .cascade, inverse: \Showpiece.hall) var exhibits: [Showpiece] = []
  @Relationship(deleteRule: .deny, inverse: \Seal.hall) var seals: [Seal] = []
  @Relationship(deleteRule: .cascade, inverse: \Hall.parent) var annexes: [Hall] = []
  var parent: Hall?

  init(_ number: Int) { self.number = number }

  static var parts: [PartialKeyPath<Hall>] { values + [\Hall.parent] }
}

@Model final class Showpiece: WalkModel {
  var number: Int
  var title = ""
  var count = 0
  var isMarked = false
  var note: String?
  var hall: Hall?
  @Relationship(inverse: \Artist.exhibits) var artists: [Artist] = []
  @Relationship(inverse: \Plaque.exhibit) var plaque: Plaque?
  /// One-way, to one and to many.
  var donor: Artist?
  var pictures: [Plaque] = []

  init(_ number: Int) { self.number = number }

  static var parts: [PartialKeyPath<Showpiece>] { values + [\Showpiece.hall, \Showpiece.plaque, \Showpiece.donor] }
}

@Model final class Artist: WalkModel {
  var number: Int
  var title = ""
  var count = 0
  var isMarked = false
  var note: String?
  var exhibits: [Showpiece] = []

  init(_ number: Int) { self.number = number }

  static var parts: [PartialKeyPath<Artist>] { values }
}

@Model final class Plaque: WalkModel {
  var number: Int
  var title = ""
  var count = 0
  var isMarked = false
  var note: String?
  var exhibit: Showpiece?

  init(_ number: Int) { self.number = number }

  static var parts: [PartialKeyPath<Plaque>] { values + [\Plaque.exhibit] }
}

@Model final class Seal: WalkModel {
  var number: Int
  var title = ""
  var count = 0
  var isMarked = false
  var note: String?
  var hall: Hall

  init(_ number: Int, _ hall: Hall) {
    self.number = number
    self.hall = hall
  }

  static var parts: [PartialKeyPath<Seal>] { values + [\Seal.hall] }
}

@Model final class Party: WalkModel {
  var number: Int
  var title = ""
  var count = 0
  var isMarked = false
  var note: String?
  @Relationship(deleteRule: .noAction, minimumModelCount: 1, maximumModelCount: 3, inverse: \Warden.squad)
  var wardens: [Warden] = []

  init(_ number: Int, _ wardens: [Warden]) {
    self.number = number
    self.wardens = wardens
  }

  static var parts: [PartialKeyPath<Party>] { values }
}

@Model final class Warden: WalkModel {
  var number: Int
  var title = ""
  var count = 0
  var isMarked = false
  var note: String?
  var squad: Party?

  init(_ number: Int) { self.number = number }

  static var parts: [PartialKeyPath<Warden>] { values + [\Warden.squad] }
}
