import OpenSwiftData

/// The entities of the walk.
enum WalkKind: String, CaseIterable, Sendable {
  case hall, exhibit, artist, plaque, seal, squad, warden

  var type: any WalkModel.Type {
    switch self {
    case .hall: Hall.self
    case .exhibit: Showpiece.self
    case .artist: Artist.self
    case .plaque: Plaque.self
    case .seal: Seal.self
    case .squad: Party.self
    case .warden: Warden.self
    }
  }

  /// Makes a model; a seal or a squad needs one that it leads to.
  func make(_ number: Int, leadingTo other: (any WalkModel)?) -> (any WalkModel)? {
    switch self {
    case .hall: Hall(number)
    case .exhibit: Showpiece(number)
    case .artist: Artist(number)
    case .plaque: Plaque(number)
    case .seal: (other as? Hall).map { Seal(number, $0) }
    case .squad: (other as? Warden).map { Party(number, [$0]) }
    case .warden: Warden(number)
    }
  }

  /// The relationship that a new model has to lead somewhere by.
  var need: WalkLink? {
    switch self {
    case .seal: WalkLink.named("hall", of: .seal)
    case .squad: WalkLink.named("wardens", of: .squad)
    default: nil
    }
  }
}

/// What a model has besides its relationships.
struct WalkValues: Equatable, CustomStringConvertible {
  var title = ""
  var count = 0
  var isMarked = false
  var note: String?

  /// Texts that compare equal, or in another order, by bytes and by characters.
  static let titles = ["", "a", "A", "b", "\u{e9}", "e\u{301}", "ea", "z", "\u{e4}", "10", "9", "\u{df}", "SS"]
  static let notes: [String?] = [nil, nil, "", "a", "\u{e9}", "e\u{301}", "long"]

  static func random(using random: inout SeededGenerator) -> WalkValues {
    WalkValues(
      title: titles.randomElement(using: &random) ?? "", count: Int.random(in: -1...3, using: &random),
      isMarked: Bool.random(using: &random), note: notes.randomElement(using: &random) ?? nil)
  }

  /// The same to the byte.
  static func == (left: WalkValues, right: WalkValues) -> Bool { Name.allCases.allSatisfy { left[$0] == right[$0] } }

  var description: String { Name.allCases.map { "\($0) \(self[$0])" }.joined(separator: ", ") }

  enum Name: Int, CaseIterable, Sendable { case title, count, isMarked, note }

  /// A value in a form that tells texts apart by their bytes.
  subscript(name: Name) -> String {
    switch name {
    case .title: title.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    case .count: "\(count)"
    case .isMarked: "\(isMarked)"
    case .note: note.map { "'" + $0.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "'" } ?? "nil"
    }
  }

  mutating func take(_ name: Name, from other: WalkValues) {
    switch name {
    case .title: title = other.title
    case .count: count = other.count
    case .isMarked: isMarked = other.isMarked
    case .note: note = other.note
    }
  }
}

extension WalkModel {
  var walkValues: WalkValues { WalkValues(title: title, count: count, isMarked: isMarked, note: note) }

  func set(_ name: WalkValues.Name, _ new: WalkValues) {
    switch name {
    case .title: title = new.title
    case .count: count = new.count
    case .isMarked: isMarked = new.isMarked
    case .note: note = new.note
    }
  }
}
