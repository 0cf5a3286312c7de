import Foundation
import OpenSwiftData

/// The order of the walk's titles, as the store has it while nothing is pending.
struct TitleRanks {
  /// By the bytes of the title.
  private var ranks: [String: Int] = [:]

  init() throws {
    let container = try memoryContainer(Artist.self, Showpiece.self)
    let context = ModelContext(container)
    let titles = WalkValues.titles
    // Each twice: those of titles that compare equal are mixed.
    for (number, title) in (titles + titles).enumerated() {
      let artist = Artist(number)
      artist.title = title
      context.insert(artist)
    }
    try context.save()
    let sorted = try ModelContext(container).fetch(
      FetchDescriptor<Artist>(sortBy: [SortDescriptor(\.title), SortDescriptor(\.number)]))
    var last: (first: Int, last: Int)?
    var rank = 0
    for (place, artist) in sorted.enumerated() where ranks[artist.walkValues[.title]] == nil {
      let end = sorted.lastIndex { $0.walkValues[.title] == artist.walkValues[.title] } ?? place
      if let last, place > last.last { rank += 1 }
      last = (place, end)
      ranks[artist.walkValues[.title]] = rank
    }
  }

  func rank(of values: WalkValues) -> Int { ranks[values[.title]] ?? 0 }
}
