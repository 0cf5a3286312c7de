import DocketData
import Foundation

/// Items with all that may go wrong in a file.
enum HostileItems {
  private static let pieces = [
    "a", "é", "e\u{301}", "👩‍🚀", "日本語", "\u{0}", "\u{1b}[2J", "\u{7}", "\r", "\n", "\t", "\u{85}", "\u{2028}",
    "\u{202e}", "\"", "\\", ",", ";", ":", "'", "%41", "+x", "@y", "#z", " x ", "(A) ", "due:2026-01-01", "uid:1",
    "=1+1", "{}", "[", "]", "\\u0000", "\u{fffd}", "\u{10ffff}", " ", "-", "\u{301}", "\u{fe0f}", "\u{200d}",
  ]

  static func items(_ count: Int, seed: UInt64) -> [NewItem] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      func text(_ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      func date() -> Date {
        Moment.after((Double.random(in: -1e9...1e9, using: &random) * 1_000).rounded() / 1_000)
      }
      return NewItem(
        title: "t" + text(8) + "\(index)", timestamp: date(), createTimestamp: date(), notes: text(12),
        completedAt: Bool.random(using: &random) ? date() : nil,
        priority: Priority.allCases.randomElement(using: &random) ?? .none,
        dueAt: Bool.random(using: &random) ? date() : nil,
        recurrence: Int.random(in: 0..<4, using: &random) == 0 ? Recurrence(every: 3, .month) : nil,
        rule: Int.random(in: 0..<4, using: &random) == 0 ? RecurrenceRule(rawValue: "FREQ=WEEKLY;BYDAY=MO,FR") : nil,
        start: Bool.random(using: &random) ? start(&random) : nil,
        tags: (0..<Int.random(in: 0...3, using: &random)).map { _ in
          ["home", "#x", "日本", "a\"b", "a\\b", "a;b", "a:b"].randomElement(using: &random) ?? ""
        },
        list: Bool.random(using: &random)
          ? ["L", "my list", "a,b;\"c\"", "日 本", "x\\y"].randomElement(using: &random) : nil,
        parent: index > 0 && Int.random(in: 0..<5, using: &random) == 0
          ? .added(Int.random(in: 0..<index, using: &random)) : nil)
    }
  }

  private static func start(_ random: inout SeededGenerator) -> Due {
    let moment = Moment.after(Double.random(in: -1e9...1e9, using: &random).rounded())
    return Bool.random(using: &random) ? .moment(moment) : .day(CalendarDay(moment, in: .gmt))
  }
}
