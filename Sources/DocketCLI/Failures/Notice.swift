/// What a person is told in one line: what it is about, where, and what to do.
struct Notice: Hashable {
  let what: String
  let place: String
  let remedy: String

  /// Without control characters, whatever the parts contain.
  var line: String { "docket: " + VisibleText.marked("\(what): \(place): \(remedy)") + "\n" }
}
