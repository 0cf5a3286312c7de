import Foundation
import SwiftData

/// One import while it runs: items are read and written a few thousand at a time.
final class ImportRun {
  private static let batchSize = 4_000
  /// The largest number that an item keeps: JSON of others has no larger ones, and above it is room for new items.
  private static let largestNumber: Int64 = 1 << 53

  private let context: ModelContext
  /// Makes the tags and lists of items.
  private let makeNames: ([ImportedItem], inout KnownNames) throws -> Void
  private let recorder: JournalRecorder
  private let options: ImportOptions
  private let precision: DatePrecision
  private var reader: any ItemReader
  private var names: KnownNames
  private var report = ImportReport()
  private var keeper: FieldKeeper
  /// Whether items keep their numbers, because there never was another one.
  private var keepsNumbers: Bool
  private var lastNumber: Int64 = 0
  /// The places in the manual order of what has none.
  private var end: Double?
  /// The parts whose parents were not there yet.
  private var orphans: [(child: UUID, parent: UUID, position: InterchangeError.Position)] = []
  /// The items that became parts of others, and may have parts that lead to these.
  private var adopted: [(child: UUID, position: InterchangeError.Position)] = []

  init(
    _ handler: isolated DataHandler, _ format: InterchangeFormat, _ bytes: ByteReader, _ options: ImportOptions,
    _ recorder: JournalRecorder
  ) throws {
    reader = format.reader(bytes, options)
    precision = DatePrecision(format, options.calendar)
    self.options = options
    keeper = FieldKeeper(format, options.calendar)
    self.recorder = recorder
    context = handler.modelContext
    names = handler.knownNames(recorder)
    makeNames = {
      try handler.makeNames(tags: $0.compactMap(\.tags), lists: $0.compactMap(\.list?.value), &$1, recorder)
    }
    end = try handler.lastPosition()
    keepsNumbers = try end == nil && handler.log(limit: 1).isEmpty
  }

  /// Imports everything.
  func report(_ listener: InterchangeListener?) throws -> ImportReport {
    var batch: [ImportedItem] = []
    while let item = try nextItem() {
      batch.append(item)
      guard batch.count == Self.batchSize else { continue }
      try write(batch, listener)
      batch.removeAll(keepingCapacity: true)
    }
    try write(batch, listener)
    try adoptOrphans()
    try refuseLoops()
    report.kept = FieldCount.sorted(keeper.counts)
    report.unread = FieldCount.sorted(reader.unread)
    report.passedOver = FieldCount.sorted(reader.passedOver)
    report.unknownZones = FieldCount.sorted(reader.unknownZones)
    return report
  }

  /// The next item that makes sense; nil at the end.
  private func nextItem() throws -> ImportedItem? {
    while true {
      do {
        guard let item = try reader.next() else { return nil }
        return try checked(item)
      } catch let problem as InterchangeError where options.keepsGoing {
        report.note(problem)
        if !problem.isRecoverable { return nil }
      }
    }
  }

  /// Refuses values that no item can have.
  private func checked(_ item: ImportedItem) throws -> ImportedItem {
    try judge(.title, of: item) { _ = try ItemTitle(item.title) }
    try judge(.tags, of: item) { for tag in item.tags ?? [] { try names.tagKey(tag) } }
    try judge(.list, of: item) { if let list = item.list?.value { try names.listKey(list) } }
    return item
  }

  private func judge(_ value: ImportedItem.JudgedValue, of item: ImportedItem, _ check: () throws -> Void) throws {
    do { try check() } catch let error as ItemError {
      throw InterchangeError(error.description, at: item.position(of: value))
    }
  }

  private func write(_ batch: [ImportedItem], _ listener: InterchangeListener?) throws {
    guard !batch.isEmpty else { return }
    try makeNames(batch, &names)
    var known = try existing(batch)
    if !batch.allSatisfy({ canKeepNumber($0, known) }) { keepsNumbers = false }
    for imported in batch {
      if let uid = imported.uid, let item = known[uid] {
        try update(item, imported, &known)
      } else {
        let item = try insert(imported)
        known[item.uid] = item
        report.added += 1
        try adopt(item, imported, &known)
      }
    }
    try context.save()
    recorder.settle()
    try listener?(InterchangeProgress(items: report.total, bytes: reader.offset))
  }

  /// The items that are there already, parents included.
  private func existing(_ batch: [ImportedItem]) throws -> [UUID: Item] {
    let uids = batch.flatMap { [$0.uid, $0.parent?.value].compactMap(\.self) }
    guard !uids.isEmpty else { return [:] }
    let found = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { uids.contains($0.uid) }))
    return Dictionary(found.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func canKeepNumber(_ item: ImportedItem, _ known: [UUID: Item]) -> Bool {
    guard let number = item.number, number > lastNumber, number <= Self.largestNumber,
      item.uid.map({ known[$0] == nil }) ?? false
    else { return false }
    lastNumber = number
    return true
  }

  private func insert(_ imported: ImportedItem) throws -> Item {
    let values = imported.newItem(now: options.now)
    let position = values.position ?? end.map { $0 + 1 } ?? Position.atTheEnd()
    end = max(end ?? position, position)
    let item = Item(
      title: try ItemTitle(values.title).text, timestamp: values.timestamp, createTimestamp: values.createTimestamp,
      uid: values.uid, position: position)
    if keepsNumbers, let number = imported.number {
      context.insert(item, as: try context.container.identifier(of: Item.self, primaryKey: number))
    } else {
      context.insert(item)
    }
    try recorder.didInsert(item)
    try values.fill(item, &names)
    if let due = imported.due?.value { item.setDue(due, in: options.calendar) }
    keeper.keep(imported, with: item)
    return item
  }

  private func update(_ item: Item, _ imported: ImportedItem, _ known: inout [UUID: Item]) throws {
    let (before, values) = (item.journalValues(Item.journalFields), keeper.values(before: item))
    try recorder.willChange(
      item, Item.journalFields.filter { $0 != .uid && $0 != .created }, isUpdate: imported.timestamp == nil)
    item.title = try ItemTitle(imported.title).text
    if let notes = imported.notes { item.notes = notes }
    if let timestamp = imported.timestamp { item.timestamp = precision.date(timestamp, insteadOf: item.timestamp) }
    // A line of todo.txt may say that the item is done, and not when.
    let isUndated = imported.kept.contains(TodoTxtText.noCompletion)
    if let completed = imported.completed, !(isUndated && item.isDone) {
      item.completedAt = completed.value.map { precision.date($0, insteadOf: item.completedAt, hasTime: false) }
    }
    if let priority = imported.priority { item.priority = priority }
    item.changeSeries {
      if let due = imported.due, !precision.isSame(due.value, item.due) { item.setDue(due.value, in: options.calendar) }
      if let recurrence = imported.recurrence { item.recurrence = recurrence.value }
    }
    if let anchor = imported.anchor { item.anchor = anchor.value }
    if let extra = imported.extra { item.extra = extra.value }
    if let list = imported.list { item.list = try list.value.map { try names.list($0) } }
    if let place = imported.place { item.position = place }
    if let tags = imported.tags { item.tags = try names.tags(tags) }
    let parent = item.parent
    try adopt(item, imported, &known)
    keeper.keep(imported, with: item, values)
    if item.parent !== parent { adopted.append((item.uid, imported.position)) }
    if item.journalValues(Item.journalFields) == before { report.unchanged += 1 } else { report.updated += 1 }
  }

  // MARK: - Parents

  private func adopt(_ item: Item, _ imported: ImportedItem, _ known: inout [UUID: Item]) throws {
    guard let parent = imported.parent else { return }
    guard let uid = parent.value else {
      if item.parent != nil { item.parent = nil }
      return
    }
    if let parent = known[uid], parent !== item {
      if item.parent !== parent { item.parent = parent }
    } else {
      orphans.append((item.uid, uid, imported.position))
    }
  }

  /// Parents may come after their parts.
  private func adoptOrphans() throws {
    for start in stride(from: 0, to: orphans.count, by: Self.batchSize) {
      let batch = orphans[start..<min(start + Self.batchSize, orphans.count)]
      let uids = batch.flatMap { [$0.child, $0.parent] }
      let found = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { uids.contains($0.uid) }))
      let items = Dictionary(found.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
      for orphan in batch { try adopt(orphan.child, orphan.parent, items, orphan.position) }
      try context.save()
      recorder.settle()
    }
  }

  private func adopt(
    _ child: UUID, _ parent: UUID, _ items: [UUID: Item], _ position: InterchangeError.Position
  ) throws {
    guard let child = items[child] else { return }
    guard let parent = items[parent] else {
      return try lose(
        "The item that it is a part of, \(parent.uuidString), is neither in the file nor in the store.", position)
    }
    guard parent !== child else { return try lose(Self.loop, position) }
    // When it was updated is said by the file, or noted already.
    try recorder.willChange(child, [.parent], isUpdate: false)
    child.parent = parent
    adopted.append((child.uid, position))
  }

  private static let loop = "The item is a part of itself."

  /// Refuses the file, or notes that an item has no parent because of what the file says.
  private func lose(_ message: String, _ position: InterchangeError.Position) throws {
    let problem = InterchangeError(message, at: position)
    guard options.keepsGoing else { throw problem }
    report.noteLoss(problem)
  }

  /// Refuses items that are parts of themselves, or lets go of the parent that makes them so.
  ///
  /// An item that is new and knew its parent at once can't be one: nothing led to it before.
  private func refuseLoops() throws {
    // Those that are known to be no part of themselves.
    var sound: Set<PersistentIdentifier> = []
    for start in stride(from: 0, to: adopted.count, by: Self.batchSize) {
      let batch = adopted[start..<min(start + Self.batchSize, adopted.count)]
      let uids = batch.map(\.child)
      let found = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { uids.contains($0.uid) }))
      let items = Dictionary(found.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
      for (child, position) in batch { try items[child].map { try refuseLoop($0, position, &sound) } }
      try context.save()
      recorder.settle()
    }
  }

  private func refuseLoop(
    _ child: Item, _ position: InterchangeError.Position, _ sound: inout Set<PersistentIdentifier>
  ) throws {
    var seen: Set<PersistentIdentifier> = []
    var ancestor: Item? = child
    while let item = ancestor, !sound.contains(item.persistentModelID),
      seen.insert(item.persistentModelID).inserted
    {
      ancestor = item.parent
      guard ancestor === child else { continue }
      try lose(Self.loop, position)
      try recorder.willChange(child, [.parent], isUpdate: false)
      child.parent = nil
      // The way round ends here now.
      return sound.formUnion(seen)
    }
    sound.formUnion(seen.subtracting(loop(at: ancestor, sound)))
  }

  /// The items that a walk came back to, and so go round above it; they have their own turn.
  private func loop(
    at start: Item?, _ sound: Set<PersistentIdentifier>
  ) -> Set<PersistentIdentifier> {
    var loop: Set<PersistentIdentifier> = []
    var ancestor = start
    while let item = ancestor, !sound.contains(item.persistentModelID),
      loop.insert(item.persistentModelID).inserted
    { ancestor = item.parent }
    return loop
  }
}
