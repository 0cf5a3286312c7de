/// An item of the preview's small world, with dates relative to the day on which it is shown.
struct DemoEntry {
  /// When something is due: so many days from today, at an hour or any time.
  struct Due {
    let days: Int
    let hour: Int?

    static func inDays(_ days: Int, at hour: Int? = nil) -> Due { Due(days: days, hour: hour) }
  }

  let title: String
  var list: String?
  var tags: [String] = []
  var priority = Priority.none
  var due: Due?
  var notes = ""
  /// Whether it is done; that was the last thing that happened to it.
  var isDone = false
  /// The index of the entry it is a part of.
  var parent: Int?
  var every: String?
}
