/// A property that the journal keeps the values of; the raw values are stored.
enum JournalField: UInt8, Hashable, CaseIterable, Sendable {
  case uid = 1
  case title = 2
  case notes = 3
  case timestamp = 4
  case created = 5
  case completed = 6
  case priority = 7
  case deadline = 8
  case position = 9
  case recurrence = 10
  case tags = 11
  case list = 12
  case parent = 13
  case name = 14
  case query = 15
  case dueDay = 16
  case anchor = 17
  case extra = 18
}
