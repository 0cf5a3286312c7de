/// The names that a text can be completed with.
struct CompletionNames: Hashable, Sendable {
  var tags: [String] = []
  var lists: [String] = []
}
