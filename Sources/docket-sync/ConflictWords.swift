import DocketData
import Foundation
import OpenSwiftDataSync

/// A conflict in words, and the edits that decide about it.
///
/// What a person takes for one value may be several properties: the due day and the moment it stands for.
struct ConflictWords {
  private let conflicts: [SyncConflict]
  /// What a person calls the property; empty if the conflict is about the whole row.
  let property: String
  private let place: SpacePlace

  /// One for each value of an item, in the order of the rows.
  static func grouped(_ conflicts: [SyncConflict], at place: SpacePlace) -> [ConflictWords] {
    var groups: [ConflictWords] = []
    for conflict in conflicts {
      var name = ""
      if case .overwritten(let property) = conflict.kind { name = Self.words[property] ?? property }
      if let last = groups.last, last.conflicts[0].row == conflict.row, last.property == name, !name.isEmpty {
        groups[groups.count - 1] = ConflictWords(conflicts: last.conflicts + [conflict], property: name, place: place)
      } else {
        groups.append(ConflictWords(conflicts: [conflict], property: name, place: place))
      }
    }
    return groups
  }

  private static let words = [
    "deadline": "due", "dueDay": "due", "completedAt": "done", "recurrence": "repeat", "anchor": "repeat",
    "extra": "other fields", "key": "name",
  ]

  private var first: SyncConflict { conflicts[0] }

  /// What 'take' and 'keep' name it by.
  var id: String {
    // Each space numbers its rows.
    let row = place.isShared ? "\(place.number)-\(first.number)" : "\(first.number)"
    return property.isEmpty ? row : "\(row).\(property.split(separator: " ")[0])"
  }

  /// The number of the item that shows it; nil for other things and for what is not shown.
  var item: Int64? { first.entity == "Item" ? first.key : nil }

  /// The title or the name of what it is about.
  var title: String { text(first.values["title"] ?? first.values["name"] ?? .null) }

  /// What it is about: `12 “Buy milk”: title`.
  var what: String { what(title) }

  private func what(_ title: String) -> String {
    let named = (item.map { "\($0) " } ?? "") + "“\(title)”"
    return switch first.kind {
    case .overwritten: "\(named): \(property)"
    case .deleted: "\(named): deleted while it was changed elsewhere"
    case .absorbed: "\(named): became one with another of that name"
    case .cycle: "\(named): moved below its own sub-item elsewhere"
    }
  }

  /// The item that taking completes, and when it was done; nil for any other conflict.
  var completion: (item: Int64, date: Date)? {
    guard property == "done", let item, first.shown == .null, case .real(let seconds)? = first.kept.first?.value else {
      return nil
    }
    return (item, Date(timeIntervalSinceReferenceDate: seconds))
  }

  var shown: String { day(\.shown) ?? first.shown.map { text($0) } ?? "" }
  var kept: String { day { $0.kept.first?.value } ?? first.kept.map { text($0.value) }.joined(separator: ", ") }

  /// The due day, if that is what is meant.
  private func day(_ value: (SyncConflict) -> SyncValue?) -> String? {
    for conflict in conflicts where conflict.kind == .overwritten(property: "dueDay") {
      if case .integer(let digits)? = value(conflict) { return CalendarDay(rawValue: Int(digits))?.text }
    }
    return nil
  }

  /// When the kept value was written.
  var time: String {
    let date = Date(timeIntervalSince1970: Double(first.kept.first?.stamp.milliseconds ?? 0) / 1000)
    return date.formatted(.iso8601)
  }

  /// The line of the list.
  ///
  /// - Parameter columns: how many a terminal has; texts are cut so that it fits. Nil for no limit.
  func line(columns: Int?) -> String {
    guard let columns else { return line(title, shown, kept) }
    let texts = TerminalColumns.share(columns - TerminalColumns.width(of: line("", "", "")), [title, shown, kept])
    return line(texts[0], texts[1], texts[2])
  }

  private func line(_ title: String, _ shown: String, _ kept: String) -> String {
    let id = id.padding(toLength: max(12, id.count), withPad: " ", startingAt: 0)
    guard case .overwritten = first.kind else { return "\(id) \(what(title)) (\(time))" }
    return "\(id) \(what(title)): shown \(shown), kept \(kept) (\(time))"
  }

  /// The edits that take back what is not shown.
  var taking: [LocalEdit] {
    switch first.kind {
    case .overwritten: conflicts.compactMap { conflict in decision(conflict, conflict.kept.first?.value) }
    case .deleted: [.restore(first.row)]
    case .absorbed(let other):
      first.kept.compactMap { kept in
        if case .property(let name) = kept.key { .set(other, property: name, kept.value) } else { nil }
      } + [.dismiss(first.row)]
    case .cycle: keeping
    }
  }

  /// The edits that agree to what is shown.
  var keeping: [LocalEdit] {
    switch first.kind {
    case .overwritten: conflicts.compactMap { conflict in decision(conflict, conflict.shown) }
    case .deleted, .absorbed: [.dismiss(first.row)]
    case .cycle: [.set(first.row, property: "parent", .null)]
    }
  }

  private func decision(_ conflict: SyncConflict, _ value: SyncValue?) -> LocalEdit? {
    guard case .overwritten(let property) = conflict.kind, let value else { return nil }
    return .decide(conflict.row, property: property, value)
  }

  /// A value as a person reads it.
  private func text(_ value: SyncValue) -> String {
    switch value {
    case .null: "none"
    case .integer(let integer):
      property == "priority" ? Priority(rawValue: Int(integer)).map { "\($0)" } ?? "\(integer)" : "\(integer)"
    case .real(let seconds):
      Date(timeIntervalSinceReferenceDate: seconds) == .distantFuture
        ? "none" : Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
    case .text(let text): VisibleLine.of(text)
    case .blob(let bytes): "\(bytes.count) bytes"
    case .identity: "another one"
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
