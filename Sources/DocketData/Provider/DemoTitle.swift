/// A generated title of three to nine out of 5 000 words; one in twenty has a word that is not ASCII.
struct DemoTitle {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  var text: String {
    var random = random
    let count = 3 + Int(random.next() % 7)
    var words = (0..<count).map { _ in Self.word(Int(random.next() % 5_000)) }
    if random.next() % 20 == 0 {
      words[Int(random.next() % UInt64(count))] =
        Self.international[Int(random.next() % UInt64(Self.international.count))]
    }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The word at an index below 5 000: a stem and an ending.
  private static func word(_ index: Int) -> String {
    stems[index / endings.count % stems.count] + endings[index % endings.count]
  }

  private static let stems = [
    "back", "bird", "blue", "book", "bright", "call", "card", "check", "clear", "cloud", "cross", "day", "deep", "door",
    "down", "draft", "drift", "east", "even", "fair", "far", "field", "fire", "flow", "fold", "frame", "fresh", "gate",
    "glass", "gold", "green", "hand", "heart", "high", "home", "ink", "key", "lamp", "land", "leaf", "light", "line",
    "list", "long", "loop", "mark", "mill", "moon", "news", "north", "note", "oak", "open", "over", "page", "path",
    "plan", "point", "press", "quick", "rain", "read", "red", "rest", "ring", "river", "road", "rock", "room", "root",
    "sail", "sea", "seed", "send", "shore", "side", "silver", "sky", "snow", "song", "south", "spring", "star", "still",
    "stone", "storm", "sun", "table", "tide", "trail", "tree", "turn", "water", "wave", "west", "wind", "wood", "word",
    "work", "write",
  ]

  private static let endings = [
    "", "s", "ed", "ing", "er", "ers", "ly", "less", "ful", "ness", "ward", "wards", "side", "work", "line", "lines",
    "way", "ways", "mark", "marks", "land", "lands", "house", "houses", "book", "books", "fall", "falls", "light",
    "lights", "man", "town", "field", "fields", "stone", "stones", "path", "paths", "craft", "crafts", "wood", "woods",
    "bridge", "bridges", "keeper", "keepers", "point", "points", "scape", "yard",
  ]

  private static let international = [
    "café", "naïve", "Zürich", "smörgåsbord", "買い物", "Привет", "καλημέρα", "🌻", "👩‍🚀", "piñata", "jalapeño", "한국어",
  ]
}
