/// The values of a note that the stress tests change.
struct RowValues: Hashable, Sendable {
  var title: String
  var isDone = false
  var count = 0
  var weight: Double?
  var subtitle: String?
}

extension RowValues {
  init(_ note: Note) {
    self.init(
      title: note.title, isDone: note.isDone, count: note.count, weight: note.weight, subtitle: note.subtitle)
  }
}
