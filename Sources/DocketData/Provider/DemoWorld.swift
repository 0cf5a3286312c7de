/// The first items of the preview: a small believable world, the same for everybody.
enum DemoWorld {
  static let entries: [DemoEntry] = [
    DemoEntry(
      title: "Renew the certificate for mail.example.org", list: "Work", tags: ["ops"], priority: .high,
      due: .inDays(0, at: 17),
      notes: "The authority wants the request by mail.\nThe old key is on the token in the drawer."),
    DemoEntry(
      title: "Write the release notes for 1.4", list: "Work", tags: ["docs", "release"], priority: .medium,
      due: .inDays(1)),
    DemoEntry(
      title: "Buy milk, bread and the good olive oil", list: "Groceries", tags: ["errand"], due: .inDays(0),
      every: "week"),
    DemoEntry(title: "Call Zoë about the garden plans", list: "Home", tags: ["call"], due: .inDays(2, at: 10)),
    DemoEntry(
      title: "Review the pull request on the parser", list: "Work", tags: ["code"], priority: .medium,
      notes: "Look at the error positions first."),
    DemoEntry(
      title: "Book the night train to Kraków", list: "Travel", tags: ["trip"], priority: .high, due: .inDays(3),
      notes: "Two berths, lower ones. The sleeper leaves Berlin at 18:52."),
    DemoEntry(title: "Fix the squeaking door in the kitchen", list: "Home", tags: ["repair"], priority: .low),
    DemoEntry(
      title: "Answer Jürgen's question about the invoice", list: "Work", tags: ["mail"], due: .inDays(-1, at: 12)),
    DemoEntry(title: "Read chapter seven of the database book", list: "Learning", tags: ["reading"]),
    DemoEntry(title: "Water the tomatoes 🍅", list: "Home", tags: ["garden"], due: .inDays(0), every: "2days"),
    DemoEntry(
      title: "Back up the photos from the summer", list: "Home", tags: ["ops"], isDone: true),
    DemoEntry(
      title: "Prepare slides for Thursday's meeting", list: "Work", tags: ["docs"], priority: .medium,
      due: .inDays(4, at: 9)),
    DemoEntry(title: "Sketch the outline", tags: ["docs"], isDone: true, parent: 11),
    DemoEntry(title: "Ask Priya for the numbers of October", tags: ["mail"], parent: 11),
    DemoEntry(title: "Try the ramen place at the station 🍜", list: "Someday", tags: ["food"]),
    DemoEntry(title: "Measure start-up time on the old laptop", list: "Work", tags: ["code"], isDone: true),
    DemoEntry(
      title: "Plan the birthday surprise 🎉", list: "Home", due: .inDays(12), notes: "Not a word to Mara."),
    DemoEntry(title: "Order the cake", tags: ["errand"], due: .inDays(10), parent: 16),
    DemoEntry(title: "Learn the first twenty kanji 漢字", list: "Learning", priority: .low),
    DemoEntry(title: "Replace the bicycle's brake pads", list: "Home", tags: ["repair"], due: .inDays(6)),
    DemoEntry(title: "Ask the landlord about the heating", list: "Home", tags: ["call"], due: .inDays(-3)),
    DemoEntry(title: "Cancel the unused subscription", tags: ["money"], priority: .medium, due: .inDays(9)),
    DemoEntry(title: "Send the signed contract back", list: "Work", tags: ["mail"], isDone: true),
    DemoEntry(title: "Write a letter to grandmother", list: "Someday"),
  ]
}

/// An item of the small world, with dates relative to the day on which it is shown.
struct DemoEntry {
  /// A due date: some days from today, at an hour or without a time.
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
  /// Whether it is done; that was its last update.
  var isDone = false
  /// The index of the parent entry.
  var parent: Int?
  var every: String?
}
