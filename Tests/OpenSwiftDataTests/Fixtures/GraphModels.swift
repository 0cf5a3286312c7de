import OpenSwiftData

// One of each: to-one and to-many, many-to-many, a tree of itself, partners, friends, one-way.

@Model final class Folder {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Sheet.folder) var sheets: [Sheet] = []
  @Relationship(deleteRule: .deny, inverse: \Padlock.folder) var locks: [Padlock] = []
  @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var children: [Folder] = []
  var parent: Folder?

  init(_ name: String) { self.name = name }
}

@Model final class Sheet {
  var title: String
  var folder: Folder?
  @Relationship(inverse: \Label.sheets) var labels: [Label] = []
  @Relationship(inverse: \Cover.sheet) var cover: Cover?
  /// One-way, to one and to many.
  var source: Label?
  var sources: [Cover] = []

  init(_ title: String) { self.title = title }
}

@Model final class Label {
  var name: String
  var sheets: [Sheet] = []

  init(_ name: String) { self.name = name }
}

@Model final class Cover {
  var colour: String
  var sheet: Sheet?

  init(_ colour: String) { self.colour = colour }
}

@Model final class Padlock {
  var folder: Folder
  var keys = 0

  init(_ folder: Folder) { self.folder = folder }
}

@Model final class Team {
  @Relationship(deleteRule: .noAction, minimumModelCount: 1, maximumModelCount: 3, inverse: \Player.team)
  var players: [Player] = []
  var name = ""
  init(_ players: [Player]) { self.players = players }
}

@Model final class Player {
  var name: String
  var team: Team?
  init(_ name: String) { self.name = name }
}
