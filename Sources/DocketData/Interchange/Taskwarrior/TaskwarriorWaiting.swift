import Foundation

// When a task can be begun, and what it depends on. Taskwarrior has two attributes for the first, `wait` and `scheduled`;
// both must have passed, so an item starts at the later one.

extension TaskwarriorText {
  private static let startNames = ["wait", "scheduled"]

  /// The later one of `wait` and `scheduled`; nil if the task has neither, nor an empty one.
  static func start(_ members: [String: JSONNode], _ calendar: Calendar) throws -> Replacement<Due>? {
    let nodes = startNames.compactMap { name in members[name].map { (name, $0) } }
    guard !nodes.isEmpty else { return nil }
    let dates = try nodes.filter { !$1.isNothing }.map { try $1.date($0) }
    guard let date = dates.max() else { return Replacement.none }
    return .value(stated(try? members["docketstart"]?.text("docketstart"), for: date) ?? start(date, calendar))
  }

  /// The later one of a file's dates and of a kept one that the file does not name.
  static func start(
    _ imported: ImportedItem, _ kept: [ForeignField], _ calendar: Calendar
  ) throws -> Replacement<Due>? {
    let named = imported.kept.filter { startNames.contains($0.name) }
    let others = kept.filter { field in startNames.contains(field.name) && !named.contains { $0.name == field.name } }
    guard !others.isEmpty else { return imported.start }
    let members = (named + others).compactMap { field in JSONNode(text: field.text).map { (field.name, $0) } }
    return try start(Dictionary(members, uniquingKeysWith: { $1 }), calendar)
  }

  /// A day, if the moment is its first one.
  private static func start(_ date: Date, _ calendar: Calendar) -> Due {
    calendar.startOfDay(for: date) == date ? .day(CalendarDay(date, in: calendar.timeZone)) : .moment(date)
  }

  /// What our own attribute says of a moment; nil if it is of another one.
  private static func stated(_ text: String?, for date: Date) -> Due? {
    guard let text, TimestampText.date(text) == date else { return nil }
    return CalendarDay(text.prefix(10)).map { .day($0) } ?? .moment(date)
  }

  /// The attributes of a start date: Taskwarrior goes on showing a task that is scheduled.
  static func members(ofStart start: Due, _ calendar: Calendar) -> [(String, String)] {
    let moment = moment(start, calendar)
    let date = ("scheduled", ItemJSON.quoted(TimestampText.basic(moment)))
    // A moment that looks like a day is told apart, and so is a day, which is another one elsewhere.
    let isDay = calendar.startOfDay(for: moment) == moment
    return [date] + (isDay ? attribute(start, calendar).map { [("docketstart", ItemJSON.quoted($0))] } ?? [] : [])
  }

  /// Puts the kept dates back in their places.
  ///
  /// Those of an item whose start was not changed stay as they are. Else the new start takes the place of the one that said
  /// it, and the other one stays unless it is later.
  static func addStart(
    _ kept: [ForeignField], to members: inout [(String, String)], of item: ItemValues, _ calendar: Calendar
  ) {
    var dates: [String: Date] = [:]
    for field in kept where startNames.contains(field.name) {
      dates[field.name] = try? JSONNode(text: field.text)?.date(field.name)
    }
    guard let last = dates.values.max(), let start = item.start else { return }
    let moment = moment(start, calendar)
    let isChanged = self.start(last, calendar) != start
    let name = dates["wait"] == last ? "wait" : "scheduled"
    members.removeAll { startNames.contains($0.0) || $0.0 == "docketstart" }
    if isChanged {
      members += self.members(ofStart: start, calendar).map { ($0.0 == "scheduled" ? name : $0.0, $0.1) }
    }
    for field in kept where !isChanged || field.name != name {
      if let date = dates[field.name], date <= moment || !isChanged { members.append((field.name, field.text)) }
    }
  }

  /// The kept field of the next item of a series whose start was a `wait`, so that it is one again.
  ///
  /// - Parameters:
  ///   - kept: the fields of the last item.
  ///   - last: when that could be begun.
  ///   - next: when the next item can be begun.
  static func waiting(after kept: [ForeignField], _ last: Due, next: Due, _ calendar: Calendar) -> [ForeignField] {
    let dates = kept.filter { startNames.contains($0.name) }.compactMap { field in
      (try? JSONNode(text: field.text)?.date(field.name)).map { (name: field.name, date: $0) }
    }
    // Of two dates the later one is the start; one of an item that was given another start says nothing any more.
    guard let latest = dates.max(by: { $0.date < $1.date }), latest.name == "wait", start(latest.date, calendar) == last
    else { return [] }
    return [ForeignField(name: "wait", text: ItemJSON.quoted(TimestampText.basic(moment(next, calendar))))]
  }

  /// Adds what an item waits for, in the kept order if there is one, with the blockers that are not in the store.
  static func addBlockers(_ kept: [ForeignField], to members: inout [(String, String)], of item: ItemValues) {
    let listed =
      kept.first { $0.name == "depends" }.flatMap { JSONNode(text: $0.text) }.flatMap { try? uuids($0) } ?? []
    let missing = kept.first { $0.name == Self.missing }.flatMap { JSONNode(text: $0.text) }.flatMap { try? uuids($0) }
    let all = Set(item.blockerUIDs).union(missing ?? [])
    let inOrder = listed.filter(all.contains)
    members.removeAll { $0.0 == "depends" }
    if !all.isEmpty { members.append(("depends", list(all.subtracting(inOrder), after: inOrder))) }
  }

  /// UUIDs in a list: some in their order, and the others sorted, so that those of an export need not be kept.
  static func list(_ uuids: some Sequence<UUID>, after first: [UUID] = []) -> String {
    let texts = first.map(\.uuidString) + uuids.map(\.uuidString).sorted()
    return "[" + texts.map { ItemJSON.quoted($0.lowercased()) }.joined(separator: ",") + "]"
  }
}
