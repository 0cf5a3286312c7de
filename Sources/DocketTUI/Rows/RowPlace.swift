/// What a row says about the items around it.
struct RowPlace: Hashable, Sendable {
  /// How many items stand above it, each belonging to the next.
  var level = 0
  /// What it is a part of, where that does not stand above it.
  var parentTitle: String?
  /// Whether its parts are shown; nil if they are neither shown nor hidden.
  var isUnfolded: Bool?
  var parts = 0
  var openParts = 0

  /// How many of its parts are done, with a mark that says whether they are shown; empty without parts.
  var progress: String {
    guard parts > 0 else { return "" }
    let mark = isUnfolded.map { $0 ? "- " : "+ " } ?? ""
    return "  \(mark)\((parts - openParts).grouped)/\(parts.grouped)"
  }
}
