import OpenSwiftData

// Several relationships of one type with the same inverse: lists, partners, and many-to-many.

@Model final class Garden {
  var name: String
  @Relationship(inverse: \Bush.garden) var leading: [Bush] = []
  @Relationship(inverse: \Bush.garden) var trailing: [Bush] = []

  init(_ name: String, leading: [Bush] = [], trailing: [Bush] = []) {
    self.name = name
    self.leading = leading
    self.trailing = trailing
  }
}

@Model final class Bush {
  var name: String
  var garden: Garden?

  init(_ name: String) { self.name = name }
}

/// A desk has two lamps, and each lamp one desk.
@Model final class Desk {
  var name: String
  @Relationship(inverse: \Lamp.desk) var left: Lamp?
  @Relationship(inverse: \Lamp.desk) var right: Lamp?

  init(_ name: String) { self.name = name }
}

@Model final class Lamp {
  var name: String
  var desk: Desk?

  init(_ name: String) { self.name = name }
}

/// The far end names one of the two itself, which is not the first.
@Model final class Song {
  var name: String
  @Relationship(inverse: \Singer.songs) var soloists: [Singer] = []
  var choir: [Singer] = []

  init(_ name: String) { self.name = name }
}

@Model final class Singer {
  var name: String
  @Relationship(inverse: \Song.choir) var songs: [Song] = []

  init(_ name: String) { self.name = name }
}

/// Lists that take their members along, or refuse to go while they have some.
@Model final class Quay {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Boat.quay) var own: [Boat] = []
  @Relationship(deleteRule: .deny, inverse: \Boat.quay) var guests: [Boat] = []

  init(_ name: String) { self.name = name }
}

@Model final class Boat {
  var name: String
  var quay: Quay?

  init(_ name: String) { self.name = name }
}

/// A tree in which each node has two lists of children.
@Model final class Bough {
  var name: String
  @Relationship(inverse: \Bough.parent) var upper: [Bough] = []
  @Relationship(inverse: \Bough.parent) var lower: [Bough] = []
  var parent: Bough?

  init(_ name: String) { self.name = name }
}

/// Neither end can answer for the other: both are the inverse of two.
@Model final class Knight {
  @Relationship(inverse: \Castle.lord) var home: Castle?
  @Relationship(inverse: \Castle.lord) var prison: Castle?
  init() {}
}

@Model final class Castle {
  var lord: Knight?
  @Relationship(inverse: \Knight.home) var guest: Knight?
  init() {}
}
