/// What kind of row the journal speaks of; the raw values are stored.
enum JournalEntity: UInt8, Hashable, Sendable {
  case item = 1
  case tag = 2
  case list = 3
  case filter = 4
}
