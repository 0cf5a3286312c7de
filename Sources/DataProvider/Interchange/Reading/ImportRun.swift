import Foundation
import SwiftData

/// One import while it runs: items are read and written a few thousand at a time.
final class ImportRun {
  private static let batchSize = 4_000

  private let context: ModelContext
  private let recorder: JournalRecorder
  private let options: ImportOptions
  private let precision: DatePrecision
  private var reader: any ItemReader
  private var names: KnownNames
  private var report = ImportReport()
  /// Whether items keep their numbers, because there never was another one.
  private var keepsNumbers: Bool
  private var lastNumber: Int64 = 0
  /// The places in the manual order of what has none.
  private var end: Double?
  /// The parts whose parents were not there yet.
  private var orphans: [(child: UUID, parent: UUID, position: InterchangeError.Position)] = []

  init(
    _ handler: isolated DataHandler, _ format: InterchangeFormat, _ bytes: ByteReader, _ options: ImportOptions,
    _ recorder: JournalRecorder
  ) throws {
    reader = format.reader(bytes, options)
    precision = DatePrecision(format, options.calendar)
    self.options = options
    self.recorder = recorder
    context = handler.modelContext
    names = handler.knownNames(recorder)
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
    do {
      _ = try ItemTitle(item.title)
      for tag in item.tags ?? [] { _ = try TagName(tag) }
      if let list = item.list?.value { _ = try ListName(list) }
      return item
    } catch let error as ItemError {
      throw InterchangeError(error.description, at: item.position)
    }
  }

  private func write(_ batch: [ImportedItem], _ listener: InterchangeListener?) throws {
    guard !batch.isEmpty else { return }
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
    guard let number = item.number, number > lastNumber, item.uid.map({ known[$0] == nil }) ?? false else {
      return false
    }
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
    recorder.didInsert(item)
    try values.fill(item, &names)
    return item
  }

  private func update(_ item: Item, _ imported: ImportedItem, _ known: inout [UUID: Item]) throws {
    let before = item.journalValues(Item.journalFields)
    recorder.willChange(item, Item.journalFields.filter { $0 != .uid && $0 != .created })
    item.title = try ItemTitle(imported.title).text
    if let notes = imported.notes { item.notes = notes }
    if let timestamp = imported.timestamp { item.timestamp = precision.date(timestamp, insteadOf: item.timestamp) }
    if let completed = imported.completed {
      item.completedAt = completed.value.map { precision.date($0, insteadOf: item.completedAt, hasTime: false) }
    }
    if let priority = imported.priority { item.priority = priority }
    if let due = imported.due { item.dueAt = due.value.map { precision.date($0, insteadOf: item.dueAt) } }
    if let recurrence = imported.recurrence { item.recurrence = recurrence.value }
    if let list = imported.list { item.list = try list.value.map { try names.list($0) } }
    if let place = imported.place { item.position = place }
    if let tags = imported.tags { item.tags = try names.tags(tags) }
    try adopt(item, imported, &known)
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
    try refuseLoops()
  }

  private func adopt(
    _ child: UUID, _ parent: UUID, _ items: [UUID: Item], _ position: InterchangeError.Position
  ) throws {
    guard let child = items[child] else { return }
    guard let parent = items[parent], parent !== child else {
      let problem = InterchangeError(
        "The item that it is a part of, \(parent.uuidString), is neither in the file nor in the store.", at: position)
      guard options.keepsGoing else { throw problem }
      return report.noteLoss(problem)
    }
    recorder.willChange(child, [.parent])
    child.parent = parent
  }

  /// Only a parent that came later can be a part of its part.
  private func refuseLoops() throws {
    for orphan in orphans {
      let uid = orphan.child
      guard let child = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid })).first else {
        continue
      }
      var seen: Set<UUID> = [uid]
      var ancestor = child.parent
      while let item = ancestor {
        guard seen.insert(item.uid).inserted else {
          throw InterchangeError("The item is a part of itself.", at: orphan.position)
        }
        ancestor = item.parent
      }
    }
  }
}
