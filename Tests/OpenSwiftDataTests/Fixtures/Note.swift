import OpenSwiftData

/// A model with one property of every scalar kind.
@Model
final class Note {
  enum Mood: String, Codable, CaseIterable { case calm, busy }
  struct Place: Codable, Equatable { var name: String, floor: Int }

  #Index<Note>([\.date])

  var title: String
  var date: Date
  var count = 0
  var isDone = false
  var weight: Double?
  var subtitle: String?
  var mood = Mood.calm
  var optionalMood: Mood?
  var place = Place(name: "", floor: 0)
  var words: [String] = []
  var big: UInt64 = 0
  var amount: Decimal = 0
  var uid = UUID()
  var link: URL?
  var bytes = Data()
  @Transient var scratch = 0

  init(title: String, date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.title = title
    self.date = date
  }
}
