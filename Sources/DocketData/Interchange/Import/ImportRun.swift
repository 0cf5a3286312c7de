import Foundation
import SwiftData

/// One running import, which reads and writes a few thousand items at a time.
final class ImportRun {
  private static let batchSize = 4_000
  /// The maximum number that an item keeps: other programs' JSON has no larger ones, and new items need room above.
  private static let maxNumber: Int64 = 1 << 53

  private let context: ModelContext
  /// Creates the tags and lists that a portion is the first to name.
  private let createNames: (ParsedPortion, inout NameCache) throws -> Void
  private let recorder: JournalRecorder
  private let format: InterchangeFormat
  private let options: ImportOptions
  private let precision: DatePrecision
  private let names: ImportedNames
  /// The bounds of the days of new items.
  private var days: DayBounds
  private var report = ImportReport()
  private var keeper: FieldKeeper
  /// Whether items keep their numbers, because the store never had another item.
  private var keepsNumbers: Bool
  private var lastNumber: Int64 = 0
  /// The largest key of the new items.
  private var lastKey: Int64 = 0
  private var lastOrderKey: OrderKey?
  /// The items that the store may have.
  private var seen: SeenIdentifiers
  /// The sub-items whose parents were not there yet.
  private var orphans: [(child: UUID, parent: UUID, position: InterchangeError.Position)] = []
  /// The items that got a new parent, which may be one of their own sub-items.
  private var adopted: [(child: UUID, position: InterchangeError.Position)] = []
  /// The items that got new blockers.
  private var waiting = ImportedBlockers()
  /// The templates of series whose instances are in the file.
  private var templates: [UUID] = []

  init(
    _ handler: isolated DataHandler, _ format: InterchangeFormat, _ options: ImportOptions, _ recorder: JournalRecorder
  ) throws {
    self.format = format
    precision = DatePrecision(format: format, calendar: options.calendar)
    self.options = options
    days = DayBounds(options.calendar)
    keeper = FieldKeeper(format, options.calendar)
    self.recorder = recorder
    context = handler.modelContext
    names = ImportedNames(handler.nameCache(recorder))
    createNames = { try handler.createNames(tags: [$0.newTags], lists: $0.newLists, &$1, recorder) }
    lastOrderKey = try handler.lastOrderKey()
    seen = SeenIdentifiers(isComplete: lastOrderKey == nil)
    keepsNumbers = try lastOrderKey == nil && handler.log(limit: 1).isEmpty
    // The present is used up by asking for it, and none of these keys is kept.
    if options.isDryRun { lastOrderKey = lastOrderKey ?? .first }
  }

  /// Writes the items of a file.
  func report(_ file: ImportPipeline, _ listener: InterchangeListener?) throws -> ImportReport {
    var offset = 0
    while let portion = try file.next() {
      for problem in portion.problems { report.countLeftOut(problem) }
      guard !portion.items.isEmpty else { continue }
      try createNames(portion, &names.cache)
      try names.note(tags: portion.newTags, lists: portion.newLists)
      try write(portion.items)
      try listener?(InterchangeProgress(items: report.total, bytes: portion.offset))
      offset = portion.offset
    }
    try adoptOrphans()
    try refuseLoops()
    try inBatches(of: waiting.incomplete) { batch in
      let items = try items(batch.flatMap { [$0.item] + $0.blockers })
      for entry in batch {
        guard let item = items[entry.item] else { continue }
        // The update time comes from the file, or was recorded already.
        try recorder.willChange(item, [.blockers, .extra], isUpdate: false)
        let missing = waiting.complete(item, entry, items)
        if entry.bearsMissing {
          keeper.keep(missing: missing, with: item)
        } else if let blocker = missing.first {
          try lose(ImportedBlockers.missing(blocker), entry.position)
        }
      }
    }
    try deleteTemplates()
    var counts = file.counts
    let outcome = try ImportedDeletions(context, recorder).perform(counts.deleted)
    report.countDeleted(outcome)
    counts.unskip(outcome.deleted + outcome.changedLater, of: TaskwarriorText.deletedTask)
    var search = BlockerLoops(among: waiting)
    try inBatches(of: waiting.items) { batch in
      let items = try items(batch.map(\.item))
      for (uid, position) in batch {
        guard let item = items[uid] else { continue }
        while let (item, blocker) = search.loop(from: item) {
          try lose(ImportedBlockers.loop, position)
          try recorder.willChange(item, [.blockers], isUpdate: false)
          item.blockers.removeAll { $0 === blocker }
        }
      }
    }
    try listener?(InterchangeProgress(items: report.total, bytes: offset, isIndexing: true))
    report.finish(counts, kept: keeper.counts)
    return report
  }

  private func write(_ batch: [ImportedItem]) throws {
    if !recorder.keepsInsertions, batch.allSatisfy({ $0.isPlain(in: format) }), try insertRows(batch) { return }
    var known = try existing(batch)
    if !batch.allSatisfy({ canKeepNumber($0, isKnown: $0.uid.map { known[$0] != nil } ?? false) }) {
      keepsNumbers = false
    }
    var inserted: [Item] = []
    for imported in batch {
      if let uid = imported.uid, let item = known[uid] {
        try update(item, imported, &known)
      } else if try isThere(nextOf: imported) {
        report.countExisting(isChanged: false)
      } else {
        let item = try insert(imported)
        inserted.append(item)
        known[item.uid] = item
        report.countAdded()
        try adopt(item, imported, &known)
        waiting.set(imported, of: item, known, hasMissing: false)
      }
      if let template = imported.template { templates.append(template) }
    }
    try context.save()
    for item in inserted { seen.insert(item.uid) }
    lastKey = inserted.reduce(lastKey) { max($0, $1.persistentModelID.primaryKey ?? 0) }
    recorder.flush()
  }

  // MARK: - New items without models

  /// Inserts items as rows, if none of them is known already.
  ///
  /// - Returns: false if nothing was inserted, because one of them is.
  private func insertRows(_ batch: [ImportedItem]) throws -> Bool {
    let (uids, parents) = (batch.compactMap(\.uid), batch.compactMap { $0.parent?.value })
    guard Set(uids).count == uids.count else { return false }
    var known = try identifiers((uids + parents).filter(seen.mayContain))
    guard !uids.contains(where: { known[$0] != nil }) else { return false }
    if !batch.allSatisfy({ canKeepNumber($0, isKnown: false) }) { keepsNumbers = false }
    let rows = try batch.map { imported in
      let row = try row(imported, &known)
      known[row.values.uid] = row.identifier
      return row
    }
    try context.insert(rows)
    for row in rows { seen.insert(row.values.uid) }
    recorder.didInsert(rows.map(\.identifier))
    recorder.flush()
    for _ in rows { report.countAdded() }
    return true
  }

  /// The stored items with some identifiers of their own.
  private func identifiers(_ uids: [UUID]) throws -> [UUID: PersistentIdentifier] {
    guard !uids.isEmpty else { return [:] }
    let found = try context.execute(
      BatchFetch<Item>(where: #Predicate { uids.contains($0.uid) }).returning(\.uid))
    return Dictionary(zip(try found.returned(\.uid), found.identifiers), uniquingKeysWith: { first, _ in first })
  }

  private func row(_ imported: ImportedItem, _ known: inout [UUID: PersistentIdentifier]) throws -> ImportedRow {
    let values = imported.newItem(now: options.now)
    let due = imported.due?.value
    lastKey = keepsNumbers ? imported.number ?? lastKey + 1 : lastKey + 1
    var parent: PersistentIdentifier?
    if let uid = imported.parent?.value {
      parent = known[uid]
      if parent == nil { orphans.append((values.uid, uid, imported.position)) }
    }
    return ImportedRow(
      identifier: try context.container.identifier(of: Item.self, primaryKey: lastKey), values: values,
      title: try ItemTitle(values.title).text, deadline: due.map { days.end(of: $0) } ?? .distantFuture,
      day: due?.day, startMoment: values.start.map { days.start(of: $0) } ?? .distantPast,
      orderKey: values.orderKey(after: &lastOrderKey),
      tags: names.tags(values.tags), list: names.list(values.list), parent: parent)
  }

  // MARK: - Items as models

  private func existing(_ batch: [ImportedItem]) throws -> [UUID: Item] {
    let uids = batch.flatMap { [$0.uid, $0.parent?.value].compactMap(\.self) + ($0.blockers ?? []) }
    guard !uids.isEmpty else { return [:] }
    return try items(uids)
  }

  private func items(_ uids: [UUID]) throws -> [UUID: Item] {
    let found = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { uids.contains($0.uid) }))
    return Dictionary(found.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func canKeepNumber(_ item: ImportedItem, isKnown: Bool) -> Bool {
    guard let number = item.number, number > lastNumber, number <= Self.maxNumber, item.uid != nil, !isKnown else {
      return false
    }
    lastNumber = number
    return true
  }

  private func insert(_ imported: ImportedItem) throws -> Item {
    let values = imported.newItem(now: options.now)
    let item = try Item(values, after: &lastOrderKey)
    if keepsNumbers, let number = imported.number {
      context.insert(item, as: try context.container.identifier(of: Item.self, primaryKey: number))
    } else {
      context.insert(item)
    }
    try recorder.didInsert(item)
    try item.fill(from: values, &names.cache)
    if let due = imported.due?.value { item.setDue(due, in: options.calendar) }
    if let start = imported.start?.value { item.setStart(start, in: options.calendar) }
    keeper.keep(imported, with: item)
    return item
  }

  private func update(_ item: Item, _ imported: ImportedItem, _ known: inout [UUID: Item]) throws {
    let (before, values) = (item.journalValues(Item.journalFields), keeper.values(before: item))
    let wasLater = imported.timestamp.map { item.timestamp > precision.date($0, insteadOf: item.timestamp) } ?? false
    try recorder.willChange(
      item, Item.journalFields.filter { $0 != .uid && $0 != .created }, isUpdate: imported.timestamp == nil)
    item.title = try ItemTitle(imported.title).text
    if let notes = imported.notes { item.notes = notes }
    if let timestamp = imported.timestamp { item.timestamp = precision.date(timestamp, insteadOf: item.timestamp) }
    if let completed = imported.completed, !(imported.isCompletionUndated && item.isDone) {
      item.completedAt = completed.value.map { precision.date($0, insteadOf: item.completedAt, hasTime: false) }
    }
    if let priority = imported.priority { item.priority = priority }
    item.changeSeries {
      if let due = imported.due, !precision.isSame(due.value, item.due) { item.setDue(due.value, in: options.calendar) }
      if let rule = imported.rule, !(imported.isInSeries && keeper.repeats("recur", imported, item)) {
        item.rule = rule.value
      }
    }
    if let anchor = imported.anchor { item.anchor = anchor.value }
    if let start = try keeper.start(imported, item), !precision.isSame(start.value, item.start, isStart: true) {
      item.setStart(start.value, in: options.calendar)
    }
    if let extra = imported.extra { item.extra = extra.value }
    if let list = imported.list { item.list = try list.value.map { try names.cache.list($0) } }
    if let key = imported.orderKey { item.orderKey = key }
    if let tags = imported.tags { item.tags = try names.cache.tags(tags) }
    let parent = item.parent
    try adopt(item, imported, &known)
    waiting.set(imported, of: item, known, hasMissing: keeper.hasMissing(item))
    keeper.keep(imported, with: item, values)
    if item.parent !== parent { adopted.append((item.uid, imported.position)) }
    report.countExisting(isChanged: item.journalValues(Item.journalFields) != before, wasLater: wasLater)
  }

  /// Whether the store has the item that comes after the instances of a template, or had: it was done here.
  ///
  /// - Complexity: searches the kept fields of all items, for each template of which no instance is pending.
  private func isThere(nextOf imported: ImportedItem) throws -> Bool {
    guard let count = imported.instances, let template = imported.uid else { return false }
    let ofTemplate = ItemExtra.predicate("parent", contains: template.uuidString.lowercased())
    let items = try context.fetch(FetchDescriptor<Item>(predicate: ofTemplate))
    return items.compactMap(keeper.instance).contains { $0 >= count }
  }

  /// Deletes items that were made of templates when those had no instances yet: an instance is the item now.
  private func deleteTemplates() throws {
    try inBatches(of: templates) { batch in
      let found = try items(Array(batch)).values.filter { keeper.isTemplate($0) && $0.subitems.isEmpty }
      guard !found.isEmpty else { return }
      try context.save()
      recorder.flush()
      try recorder.delete(found.map(\.persistentModelID), of: Item.self, in: context)
    }
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

  private func adoptOrphans() throws {
    try inBatches(of: orphans) { batch in
      let items = try items(batch.flatMap { [$0.child, $0.parent] })
      for orphan in batch { try adopt(orphan.child, orphan.parent, items, orphan.position) }
    }
  }

  private func inBatches<Element>(of all: [Element], _ body: (ArraySlice<Element>) throws -> Void) throws {
    for start in stride(from: 0, to: all.count, by: Self.batchSize) {
      try body(all[start..<min(start + Self.batchSize, all.count)])
      try context.save()
      recorder.flush()
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
    // The update time comes from the file, or was recorded already.
    try recorder.willChange(child, [.parent], isUpdate: false)
    child.parent = parent
    adopted.append((child.uid, position))
  }

  private static let loop = "The item is a part of itself."

  /// Refuses the file, or reports an item that loses its parent.
  private func lose(_ message: String, _ position: InterchangeError.Position) throws {
    let problem = InterchangeError(message, at: position)
    guard options.keepsGoing else { throw problem }
    report.countOrphaned(problem)
  }

  /// Refuses loops of parents, or breaks them.
  ///
  /// A new item whose parent was known at once can't be in a loop: nothing referred to it before.
  private func refuseLoops() throws {
    // Items that are known to be in no loop.
    var sound: Set<PersistentIdentifier> = []
    try inBatches(of: adopted) { batch in
      let items = try items(batch.map(\.child))
      for (child, position) in batch { try items[child].map { try refuseLoop($0, position, &sound) } }
    }
  }

  private func refuseLoop(
    _ child: Item, _ position: InterchangeError.Position, _ sound: inout Set<PersistentIdentifier>
  ) throws {
    var seen: Set<PersistentIdentifier> = []
    var ancestor: Item? = child
    while let item = ancestor, !sound.contains(item.persistentModelID), seen.insert(item.persistentModelID).inserted {
      ancestor = item.parent
      guard ancestor === child else { continue }
      try lose(Self.loop, position)
      try recorder.willChange(child, [.parent], isUpdate: false)
      child.parent = nil
      // The loop is broken here.
      return sound.formUnion(seen)
    }
    sound.formUnion(seen.subtracting(loop(at: ancestor, sound)))
  }

  /// The items of a loop further up, which are checked in their own turn.
  private func loop(at start: Item?, _ sound: Set<PersistentIdentifier>) -> Set<PersistentIdentifier> {
    var loop: Set<PersistentIdentifier> = []
    var ancestor = start
    while let item = ancestor, !sound.contains(item.persistentModelID), loop.insert(item.persistentModelID).inserted {
      ancestor = item.parent
    }
    return loop
  }
}
