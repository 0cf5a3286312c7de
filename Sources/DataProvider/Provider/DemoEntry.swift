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
  /// How many hours ago it was done; nil while it is open.
  var doneHoursAgo: Double?
  /// The index of the entry it is a part of.
  var parent: Int?
  var every: String?
}
