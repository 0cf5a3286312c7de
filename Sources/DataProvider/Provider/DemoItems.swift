import Foundation

/// The items of the preview: a small believable world first, then as many made-up ones as one likes.
///
/// The item of an index is always the same, but for the moment that its timestamp is counted back from.
struct DemoItems {
  let now: Date

  subscript(index: Int) -> NewItem {
    NewItem(title: title(index), timestamp: now.addingTimeInterval(-age(index)))
  }

  private func title(_ index: Int) -> String {
    index < Self.handwritten.count ? Self.handwritten[index] : DemoTitle(seed: UInt64(index)).text
  }

  /// Seconds before now: minutes apart at first, then hours; five minutes each for the many that are made up.
  private func age(_ index: Int) -> TimeInterval {
    let position = Double(min(index, Self.handwritten.count))
    let madeUp = Double(max(0, index - Self.handwritten.count))
    return 40 + position * 420 + position * position * 600 + madeUp * 300
  }

  private static let handwritten = [
    "Renew the certificate for mail.example.org",
    "Write the release notes for 1.4",
    "Buy milk, bread and the good olive oil",
    "Call Zoë about the garden plans",
    "Review the pull request on the parser",
    "Book the night train to Kraków",
    "Fix the squeaking door in the kitchen",
    "Answer Jürgen's question about the invoice",
    "Read chapter seven of the database book",
    "Water the tomatoes 🍅",
    "Back up the photos from the summer",
    "Prepare slides for Thursday's meeting",
    "Send the signed contract back",
    "Try the ramen place at the station 🍜",
    "Measure start-up time on the old laptop",
    "Return the library books",
    "Plan the birthday surprise 🎉",
    "Learn the first twenty kanji 漢字",
    "Replace the bicycle's brake pads",
    "Ask the landlord about the heating",
    "Sketch the new navigation on paper",
    "Cancel the unused subscription",
    "Order replacement filters",
    "Write a letter to grandmother",
  ]
}
