import DocketData
import DocketOutput
import Foundation
import OpenSwiftDataSync
import SwiftData

/// A conflict in words, and the edits that decide about it.
///
/// What a person takes for one value may be several properties: the due day and the moment it stands for.
struct ConflictWords {
  private let conflicts: [SyncConflict]
  /// What a person calls the property; empty if the conflict is about the whole row.
  let property: String
  private let space: Space

  /// Where the conflicts are, and what is known there.
  struct Space {
    let place: SpacePlace
    /// This store, as it writes there.
    let replica: Replica
    /// The names of the lists, and the titles of the items that are parents, by the name of the property.
    let labels: [String: [Int64: String]]
    /// Those of the items that are gone from the space which are in the store all the same: they were moved to another
    /// list.
    let moved: Set<UUID>
    /// Whether it is a list's, and that was deleted.
    let hasLostList: Bool
  }

  /// One for each value of an item, in the order of the rows.
  static func grouped(_ conflicts: [SyncConflict], in space: Space) -> [ConflictWords] {
    var groups: [ConflictWords] = []
    for conflict in conflicts {
      var name = ""
      if case .overwritten(let property) = conflict.kind { name = Self.words[property] ?? property }
      if let last = groups.last, last.conflicts[0].row == conflict.row, last.property == name, !name.isEmpty {
        groups[groups.count - 1] = ConflictWords(conflicts: last.conflicts + [conflict], property: name, space: space)
      } else {
        groups.append(ConflictWords(conflicts: [conflict], property: name, space: space))
      }
    }
    return groups
  }

  private static let words = [
    "deadline": "due", "dueDay": "due", "startMoment": "start", "startDay": "start", "completedAt": "done",
    "rule": "repeat", "anchor": "repeat",
    "extra": "other fields", "key": "name",
  ]

  private var first: SyncConflict { conflicts[0] }

  /// The one that says it as people wrote it: a name, and not the key that is made of it.
  private var plainest: SyncConflict { conflicts.first { $0.kind == .overwritten(property: "name") } ?? first }

  /// What 'take' and 'keep' name it by.
  var id: String {
    // Each space numbers its rows.
    let row = space.place.isShared ? "\(space.place.number)-\(first.number)" : "\(first.number)"
    return property.isEmpty ? row : "\(row).\(property.split(separator: " ")[0])"
  }

  /// The same with what a person sees of it now: no other values are decided about under it.
  var exactID: String { "\(id)\(Self.revisionMark)\(revision)" }

  /// What stands between the ID and the revision.
  static let revisionMark: Character = "~"

  /// A number that follows from all values of the conflict.
  var revision: String {
    // FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for conflict in conflicts {
      let stamps = conflict.kept.map(\.stamp) + [conflict.shownStamp].compactMap(\.self)
      for byte in "\(stamps)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 36)
  }

  /// The number of the item that shows it; nil for other things and for what is not shown.
  var item: Int64? { first.entity == "Item" ? first.key : nil }

  /// The title or the name of what it is about.
  var title: String { text(first.values["title"] ?? first.values["name"] ?? .null, of: property) }

  /// What it is about: `12 “Buy milk”: title`.
  var what: String { what(title) }

  private func what(_ title: String) -> String {
    let named = (item.map { "\($0) " } ?? "") + "“\(title)”"
    return switch first.kind {
    case .overwritten: "\(named): \(property)"
    case .deleted: "\(named): \(departure) while it was changed elsewhere"
    case .absorbed: "\(named): became one with another of that name"
    case .cycle: "\(named): moved below its own sub-item elsewhere"
    }
  }

  /// What became of what is gone from its space.
  private var departure: String {
    if isMoved { return space.place.isShared ? "moved off the shared list" : "moved to a shared list" }
    return mayBeMoved ? "deleted or moved off the list" : "deleted"
  }

  /// Whether somebody else took an item off a shared list or deleted it: the space is told no more than that it is gone.
  private var mayBeMoved: Bool {
    space.place.isShared && Self.goneItem(first) != nil && first.shownStamp?.replica != space.replica
  }

  /// Whether what is kept is an item's whose list was deleted, so that taking it would show it to nobody.
  var hasNoPlace: Bool { space.hasLostList && Self.goneItem(first) != nil }

  /// For whom an item that is gone is kept, and who sees it once it is taken; nil if nobody else has to do with it.
  var note: String? {
    guard Self.goneItem(first) != nil else { return nil }
    guard space.place.isShared else {
      return isMoved ? "on your machines only; taking shows it to all who share the list" : nil
    }
    if hasNoPlace { return "its list was deleted, so it can't be taken" }
    return "for all who share the list; taking "
      + (isMoved ? "moves the item back there" : "brings the item back for all")
  }

  /// The item that taking completes, and when it was done; nil for any other conflict.
  var completion: (item: Int64, date: Date)? {
    guard property == "done", let item, first.shown == .null, case .real(let seconds)? = first.kept.first?.value else {
      return nil
    }
    return (item, Date(timeIntervalSinceReferenceDate: seconds))
  }

  /// The item that taking brings back; nil for any other conflict.
  var deletedItem: UUID? { isMoved ? nil : Self.goneItem(first) }

  /// The item of a conflict about one that is gone from its space.
  static func goneItem(_ conflict: SyncConflict) -> UUID? {
    guard conflict.kind == .deleted, conflict.entity == "Item", case .text(let uid)? = conflict.values["uid"] else {
      return nil
    }
    return UUID(uuidString: uid)
  }

  private var isMoved: Bool { Self.goneItem(first).map(space.moved.contains) == true }

  var shown: String {
    if first.kind == .deleted { return isMoved ? "on another list" : departure }
    return day(\.shown) ?? plainest.shown.map { text($0, of: property) } ?? ""
  }

  var kept: String {
    if case .overwritten = first.kind {
      return day { $0.kept.first?.value } ?? plainest.kept.map { text($0.value, of: property) }.joined(separator: ", ")
    }
    return keptByName.joined(separator: ", ")
  }

  /// What is kept of a whole row, each value with the name of its property, the latest of each first: `due 2031-05-06`.
  private var keptByName: [String] {
    var said: Set<String> = []
    // The day says it better than the moment at its end.
    let names = Set(first.kept.compactMap { if case .property(let name) = $0.key { name } else { nil } })
    // Of an item that was made anew all is kept, also what it has nothing of.
    let isWhole = first.kept.contains { $0.key == .existence }
    return first.kept.compactMap { kept in
      switch kept.key {
      case .property(let name) where name != "deadline" || !names.contains("dueDay"):
        let word = Self.words[name] ?? name
        let value = text(kept.value, of: word)
        if isWhole, name == "uid" || ["none", "not done"].contains(value) { return nil }
        let words = "\(word) \(value)"
        return said.insert(words).inserted ? words : nil
      case .member("tags", let tag):
        let words = "tag \(label(of: tag, "tags") ?? "that is not here")"
        return said.insert(words).inserted ? words : nil
      case .existence, .property, .member, .unknown: return nil
      }
    }
  }

  /// The due day or the start day, if that is what is meant.
  private func day(_ value: (SyncConflict) -> SyncValue?) -> String? {
    for conflict in conflicts {
      guard case .overwritten(let property) = conflict.kind, ["dueDay", "startDay"].contains(property),
        case .integer(let digits)? = value(conflict)
      else { continue }
      return CalendarDay(rawValue: Int(digits))?.text
    }
    return nil
  }

  /// When and where a value was written, in words: machines have no names.
  struct Origin {
    let time: String
    let machine: String

    init(_ stamp: Stamp, in space: Space) {
      time = Date(timeIntervalSince1970: Double(stamp.milliseconds) / 1000).formatted(.iso8601)
      machine = stamp.replica == space.replica ? "this machine" : "another machine"
    }
  }

  /// Of the kept value.
  var origin: Origin? { first.kept.first.map { Origin($0.stamp, in: space) } }
  /// Of what is shown, or of the deletion; nil for other kinds of conflicts.
  var shownOrigin: Origin? { first.shownStamp.map { Origin($0, in: space) } }

  /// The line of the list; in a terminal, what is kept of an item that is gone has lines of its own.
  ///
  /// - Parameter columns: how many a terminal has; texts are cut so that it fits. Nil for no limit.
  func line(columns: Int?) -> String {
    let id = id.padding(toLength: max(12, id.count), withPad: " ", startingAt: 0)
    let origin = origin.map { " (\($0.time), \($0.machine))" } ?? ""
    func fitting(_ texts: String..., line: ([String]) -> String) -> String {
      guard let columns else { return line(texts) }
      let room = columns - TerminalColumns.width(of: line(texts.map { _ in "" }))
      return line(TerminalColumns.share(room, texts))
    }
    switch first.kind {
    case .overwritten:
      return fitting(title, shown, kept) { "\(id) \(what($0[0])): shown \($0[1]), kept \($0[2])\(origin)" }
    case .absorbed, .cycle: return fitting(title) { "\(id) \(what($0[0]))\(origin)" }
    case .deleted:
      let gone = fitting(title) { "\(id) \(what($0[0]))" }
      let kept = fitting(kept) { (columns == nil ? "" : "  ") + "kept \($0[0])\(origin)" }
      guard columns != nil else { return "\(gone): \(kept)" + (note.map { ", \($0)" } ?? "") }
      return ([gone, kept] + (note.map { ["  \($0)"] } ?? [])).joined(separator: "\n")
    }
  }

  /// The name of a list or a tag, or the title of an item.
  ///
  /// - Parameter property: what leads to it.
  private func label(of identity: SyncIdentity, _ property: String) -> String? {
    first.targets[identity].flatMap { space.labels[property]?[$0] }.map { VisibleLine.of($0) }
  }

  // MARK: - Decisions

  /// The kept values of the properties, as the store would have them; nil if it can't: they refer to what is not here.
  var keptValues: [String: SQLiteValue]? { values { $0.kept.first?.value } }

  /// The shown values of the properties, likewise.
  var shownValues: [String: SQLiteValue]? { values(\.shown) }

  private func values(_ value: (SyncConflict) -> SyncValue?) -> [String: SQLiteValue]? {
    var values: [String: SQLiteValue] = [:]
    for conflict in conflicts {
      guard case .overwritten(let property) = conflict.kind, let value = value(conflict) else { continue }
      guard let stored = Self.stored(value, conflict) else { return nil }
      values[property] = stored
    }
    return values
  }

  /// The item that keeping leaves deleted, as it would be otherwise; nil for any other conflict, and for an item that the
  /// store never had.
  var goneItem: GoneItem? {
    guard let uid = deletedItem, let number = first.lastKey else { return nil }
    let members = first.members.mapValues { $0.compactMap { first.targets[$0] }.sorted() }
    return GoneItem(
      number: number, uid: uid, values: first.values.compactMapValues { Self.stored($0, first) }, members: members)
  }

  /// A value as the store would have it; nil if it can't.
  private static func stored(_ value: SyncValue, _ conflict: SyncConflict) -> SQLiteValue? {
    switch value {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(Data(bytes))
    case .identity(let target): conflict.targets[target].map { .integer($0) }
    case .opaque: nil
    }
  }

  /// An item that was moved to a shared list, and what was written of it meanwhile and it does not have there.
  struct MovedItem {
    let uid: UUID
    var values: [String: SQLiteValue] = [:]
    /// The keys of tags that were added.
    var tags: Set<Int64> = []
    /// What taking decides about; an earlier value of a property is kept for another decision.
    var seen: Set<Stamp> = []
  }

  /// The item that taking moves back to the shared list; nil for any other conflict.
  var itemMovedOff: UUID? { isMoved && space.place.isShared ? Self.goneItem(first) : nil }

  /// The item that was moved, of a conflict about one; nil for any other conflict.
  ///
  /// Taking gives the item the values, and leaves it where it is.
  var itemMovedToList: MovedItem? {
    guard isMoved, !space.place.isShared, let uid = Self.goneItem(first) else { return nil }
    var item = MovedItem(uid: uid)
    var decided: Set<String> = []
    for kept in first.kept {
      switch kept.key {
      // Where it is now was decided later.
      case .property("list"), .property("parent"), .existence, .unknown: break
      // The latest value of each property comes first; one that can't be taken stays.
      case .property(let name):
        guard !decided.contains(name), let value = Self.stored(kept.value, first) else { continue }
        decided.insert(name)
        item.values[name] = value
      case .member("tags", let tag):
        guard let key = first.targets[tag] else { continue }
        item.tags.insert(key)
      case .member: break
      }
      item.seen.insert(kept.stamp)
    }
    return item
  }

  /// What a decision is called in the journal, before the title of the item.
  var noun: String {
    ["due": "due date", "start": "start date", "done": "state", "repeat": "repeat interval"][property] ?? property
  }

  /// The edits that take back what is not shown.
  var taking: [LocalEdit] {
    switch first.kind {
    case .overwritten: conflicts.compactMap { conflict in (conflict.kept.first?.value).flatMap(conflict.decision) }
    case .deleted: itemMovedToList.map { [.dismiss(first.row, seen: $0.seen)] } ?? [.restore(first.row)]
    case .absorbed: first.restoration + [first.dismissal]
    case .cycle: keeping
    }
  }

  /// The edits that agree to what is shown.
  var keeping: [LocalEdit] {
    switch first.kind {
    case .overwritten: conflicts.compactMap { conflict in conflict.shown.flatMap(conflict.decision) }
    case .deleted, .absorbed: [first.dismissal]
    case .cycle: first.restoration
    }
  }

  /// A value as a person reads it.
  ///
  /// - Parameter property: what a person calls the property.
  private func text(_ value: SyncValue, of property: String) -> String {
    switch value {
    case .null: property == "done" ? "not done" : "none"
    case .text(""): "none"
    case .integer(let integer):
      switch property {
      case "priority": Priority(rawValue: Int(integer)).map { "\($0)" } ?? "\(integer)"
      case "due": CalendarDay(rawValue: Int(integer))?.text ?? "\(integer)"
      default: "\(integer)"
      }
    case .real(let seconds):
      [.distantFuture, .distantPast].contains(Date(timeIntervalSinceReferenceDate: seconds))
        ? "none" : Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
    case .text(let text): VisibleLine.of(text)
    case .blob(let bytes): "\(bytes.count) bytes"
    case .identity(let identity): label(of: identity, property) ?? "one that is not here"
    case .opaque: "a value of a later version"
    }
  }
}

/// Text for a terminal, as one line.
enum VisibleLine {
  static func of(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "·"
          default: scalar
          }
        }))
  }
}
