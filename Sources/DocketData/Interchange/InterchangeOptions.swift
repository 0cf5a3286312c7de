import Foundation

/// How a file is imported.
public struct ImportOptions: Hashable, Sendable {
  /// Whether nothing is changed, and the report says what would be done.
  let isDryRun: Bool
  /// Whether invalid items are left out, instead of the whole file.
  let keepsGoing: Bool
  let now: Date
  /// The calendar and time zone of dates without an offset.
  let calendar: Calendar

  /// Creates options; by default everything is imported or nothing.
  public init(isDryRun: Bool = false, keepsGoing: Bool = false, now: Date = Date(), calendar: Calendar = .current) {
    self.isDryRun = isDryRun
    self.keepsGoing = keepsGoing
    self.now = now
    self.calendar = calendar
  }

  /// What dates that people type are relative to.
  var reference: DateReference { DateReference(now: now, calendar: calendar) }
}

/// What an import did, or would do.
public struct ImportReport: Hashable, Sendable {
  /// The number of new items.
  public private(set) var added = 0
  /// The number of existing items that changed.
  public private(set) var updated = 0
  /// The number of existing items that did not change.
  public private(set) var unchanged = 0
  /// The number of items that were deleted because they are deleted in the file.
  public private(set) var deleted = 0
  /// The number of items that the file has as deleted, but that were changed here later, and so were kept.
  public private(set) var changedLater = 0
  /// The number of updated items that had been changed here later than the file says.
  public private(set) var overtaken = 0
  /// The number of invalid items, which were left out.
  public private(set) var leftOut = 0
  /// The number of items that were imported without a parent, or an item to wait for, that the file names.
  ///
  /// An existing item keeps its parent if the named one is missing.
  public private(set) var orphaned = 0
  /// The fields without a meaning here, kept with the items; an export to the same format writes them back.
  public private(set) var kept: [FieldCount] = []
  /// The fields without a meaning here that are not kept: those of JSON, our own format.
  public private(set) var unread: [FieldCount] = []
  /// The records of the file that are not items.
  public private(set) var skipped: [FieldCount] = []
  /// The unknown time zones of the file; moments in them were read as local times.
  public private(set) var unknownZones: [FieldCount] = []
  /// The columns of the file, and what they became; empty for a format without columns.
  public private(set) var columns: [ColumnUse] = []
  /// The first hundred problems.
  public private(set) var problems: [InterchangeError] = []

  /// The number of items in the file.
  public var total: Int { added + updated + unchanged + leftOut }

  private static let maxProblems = 100

  mutating func countAdded() { added += 1 }

  mutating func countDeleted(_ outcome: ImportedDeletions.Outcome) {
    deleted += outcome.deleted
    changedLater += outcome.changedLater
  }

  /// - Parameter wasLater: whether the item had been changed later than the file says.
  mutating func countExisting(isChanged: Bool, wasLater: Bool = false) {
    if isChanged { updated += 1 } else { unchanged += 1 }
    if isChanged, wasLater { overtaken += 1 }
  }

  mutating func countLeftOut(_ problem: InterchangeError) {
    leftOut += 1
    add(problem)
  }

  /// Counts an item that was imported without its parent.
  mutating func countOrphaned(_ problem: InterchangeError) {
    orphaned += 1
    add(problem)
  }

  private mutating func add(_ problem: InterchangeError) {
    if problems.count < Self.maxProblems { problems.append(problem) }
  }

  /// Sets the numbers of fields and records, at the end of the file.
  mutating func finish(_ reader: ReaderCounts, kept: [String: Int]) {
    self.kept = FieldCount.sorted(kept)
    unread = FieldCount.sorted(reader.unread)
    skipped = FieldCount.sorted(reader.skipped)
    unknownZones = FieldCount.sorted(reader.unknownZones)
    columns = reader.columns
  }
}

/// Which items are exported, and how.
public struct ExportOptions: Hashable, Sendable {
  /// Which items, and their order if the query has one; nil for all.
  let query: ItemQuery?
  /// The order if the query has none; nil for the order of the numbers.
  let order: ItemOrder?
  /// The largest number of items; nil for all.
  let limit: Int?
  /// What the parts of urgency count, for orders by it and for its number in JSON.
  let weights: Urgency.Weights
  private let tellsUrgency: Bool
  let now: Date
  /// The calendar and time zone for formats with days.
  let calendar: Calendar

  /// Whether nothing is left out.
  var isWhole: Bool { query?.isEmpty != false && limit == nil }

  /// How urgent open items are, for docket's own JSON; nil if that is not to be said, as it depends on the moment.
  var urgency: Urgency? {
    guard tellsUrgency else { return nil }
    return Urgency(weights, at: query?.reference ?? DateReference(now: now, calendar: calendar)).forMany
  }

  /// Creates options; by default all items are exported.
  ///
  /// - Parameter tellsUrgency: whether docket's own JSON says how urgent open items are.
  public init(
    query: ItemQuery? = nil, order: ItemOrder? = nil, limit: Int? = nil,
    weights: Urgency.Weights = Urgency.Weights(), tellsUrgency: Bool = false, now: Date = Date(),
    calendar: Calendar = .current
  ) {
    self.query = query
    self.order = order
    self.limit = limit
    self.weights = weights
    self.tellsUrgency = tellsUrgency
    self.now = now
    self.calendar = calendar
  }
}

/// What an export wrote.
public struct ExportReport: Hashable, Sendable {
  /// How many items were written.
  public let items: Int
  /// How many deleted items were written as such, for a program that has them still.
  public let deleted: Int
  /// The kept fields of other formats that this format has no place for, such as "taskwarrior wait".
  public let leftOut: [FieldCount]
}

/// The progress of an import or export.
public struct InterchangeProgress: Hashable, Sendable {
  /// The number of items so far.
  public let items: Int
  /// The number of bytes read or written so far.
  public let bytes: Int
  /// Whether an import has read all of its items, and what is left is to index and commit them.
  public let isIndexing: Bool

  init(items: Int, bytes: Int, isIndexing: Bool = false) {
    self.items = items
    self.bytes = bytes
    self.isIndexing = isIndexing
  }
}

/// Is called with the progress of an import or export; throws, for instance `CancellationError`, to end it.
public typealias InterchangeListener = @Sendable (InterchangeProgress) throws -> Void
