import Foundation

/// How attributes of Taskwarrior are read, which of them are kept, and which of these are written again.
///
/// Source: https://taskwarrior.org/docs/design/task/
enum TaskwarriorText {
  private static let derived: Set<String> = ["id", "urgency"]
  /// Attributes that an item has a place for, with only one spelling.
  private static let plain: Set<String> = [
    "uuid", "description", "entry", "modified", "end", "docketrecur", "docketparent", "docketanchor", "docketstart",
  ]
  /// Attributes that are kept only if the names are stored in another spelling.
  private static let names: Set<String> = ["project", "tags"]
  /// The name under which the template of a recurring task is kept with an instance; it is written as a task of its own.
  static let template = "dockettemplate"
  /// The name under which the blockers are kept that are neither in the file nor in the store.
  static let missing = "docketmissing"
  /// The attribute for a due date that Taskwarrior can't say.
  ///
  /// It is kept with a task of a series that has it. The `due` of such a task is kept too, and is written without this
  /// attribute unless the task came with it.
  static let dueAttribute = "docketdue"
  /// What a record of a deleted task is called in reports.
  static let deletedTask = "deleted task"
  /// Fields that are no attributes of a task.
  private static let own: Set<String> = [template, missing, dueAttribute]

  /// Whether an attribute is kept only for its spelling.
  ///
  /// - Parameter kept: all kept attributes of the item: of `wait` and `scheduled` the later one is its start.
  static func isSpelling(_ field: ForeignField, among kept: [ForeignField]) -> Bool {
    func text(_ name: String) -> String { kept.first { $0.name == name }?.text ?? "" }
    return switch field.name {
    case "status", "due", "annotations", "project", "tags", "depends": true
    // Which task of a series it is.
    case "parent", "imask", "mask", "rtype", template, dueAttribute: true
    case "recur": rule(ofJSON: field.text) != nil
    case "wait": field.text >= text("scheduled")
    case "scheduled": field.text > text("wait")
    default: false
    }
  }

  /// The attributes of a task to keep with its item.
  ///
  /// Those that are empty, or that an export writes in the same way, have no text.
  static func kept(_ members: [String: JSONNode], _ item: ImportedItem, _ calendar: Calendar) -> [ForeignField] {
    var kept: [ForeignField] = []
    for (name, node) in members
    where !derived.contains(name) && !plain.contains(name) && !names.contains(name) && !own.contains(name) {
      let isPlain = node.isNothing || isExportedAlike(name, node, item, members, calendar)
      kept.append(ForeignField(name: name, text: isPlain ? "" : node.text))
    }
    if members["parent"] != nil {
      let node = members[dueAttribute]
      let isTrue = members["due"].map { (try? due(node, due: $0)) != nil } ?? false
      kept.append(ForeignField(name: dueAttribute, text: isTrue ? node?.text ?? "" : ""))
    }
    return kept
  }

  /// The field that keeps an attribute of names if they are stored in another spelling.
  static func names(_ name: String, _ node: JSONNode) -> ForeignField {
    ForeignField(name: name, text: node.isNothing ? "" : node.text)
  }

  /// Whether an export writes an attribute in the same way.
  private static func isExportedAlike(
    _ name: String, _ node: JSONNode, _ item: ImportedItem, _ members: [String: JSONNode], _ calendar: Calendar
  ) -> Bool {
    switch (name, node.value) {
    case ("status", .string(let status)): status == "pending" || status == "completed"
    // A task of a series must have a due date, whatever happens to the item.
    case ("due", _): members["parent"] == nil && isDueExportedAlike(node, item, members)
    case ("priority", .string(let letter)): priority(letter) != nil
    case ("annotations", .array(let notes)): isOneOfOurs(notes, members)
    case ("scheduled", _): members["wait"] == nil && isStartExportedAlike(item, members, calendar)
    case ("depends", .array): node.text == list(item.blockers ?? [])
    default: false
    }
  }

  /// A day without `docketdue` is written back without it.
  private static func isDueExportedAlike(_ node: JSONNode, _ item: ImportedItem, _ members: [String: JSONNode]) -> Bool
  {
    guard item.due?.value?.day == nil else { return (try? due(members[dueAttribute], due: node)) != nil }
    return item.due?.value == (try? node.date("due")).map { .moment($0) }
  }

  /// Whether the start, which one attribute says, is written with the same attributes.
  private static func isStartExportedAlike(
    _ item: ImportedItem, _ members: [String: JSONNode], _ calendar: Calendar
  ) -> Bool {
    let written = (item.start?.value).map { self.members(ofStart: $0, calendar) } ?? []
    return !written.isEmpty && written.allSatisfy { members[$0.0]?.text == $0.1 }
  }

  /// Whether the annotations are written in the same way: notes are one annotation, as old as the task.
  private static func isOneOfOurs(_ annotations: [JSONNode], _ members: [String: JSONNode]) -> Bool {
    guard let first = annotations.first else { return true }
    guard annotations.count == 1, case .object(let parts) = first.value, let entry = members["entry"] else {
      return false
    }
    return parts["entry"]?.text == entry.text
  }

  // MARK: - Reading

  /// Taskwarrior has no days: the first moment of a day means it, or its last second, as with `due:eod`.
  static func due(_ node: JSONNode, _ calendar: Calendar) throws -> Due {
    let date = try node.date("due")
    return isDay(date, calendar) ? .day(CalendarDay(date, in: calendar.timeZone)) : .moment(date)
  }

  private static func isDay(_ date: Date, _ calendar: Calendar) -> Bool {
    calendar.startOfDay(for: date) == date || date.isEndOfDay(in: calendar)
  }

  /// The due date in `docketdue`, if the task is still due at that moment.
  static func due(_ node: JSONNode?, due: JSONNode) throws -> Due? {
    let date = try due.date("due")
    guard let text = try? node?.text(dueAttribute), TimestampText.date(text) == date else { return nil }
    return CalendarDay(text.prefix(10)).map { .day($0) } ?? .moment(date)
  }

  /// The value of `docketdue` for what Taskwarrior can't say: a day, or a moment that looks like a day; nil for others.
  static func attribute(_ due: Due, _ calendar: Calendar) -> String? {
    let moment = moment(due, calendar)
    if let day = due.day { return text(day, from: moment) }
    return isDay(moment, calendar) ? TimestampText.basic(moment) : nil
  }

  /// A day with the offset from GMT at its beginning: "2026-12-24T00:00+01:00".
  ///
  /// In another time zone the moment may be on another day; and if the due date is changed there, this attribute stays
  /// behind.
  private static func text(_ day: CalendarDay, from start: Date) -> String {
    let midnight = TimestampText.date(day.text) ?? start
    let minutes = Int((midnight.timeIntervalSince(start) / 60).rounded())
    let (hour, minute) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    return "\(day.text)T00:00\(minutes < 0 ? "-" : "+")\(TimestampText.pad(hour)):\(TimestampText.pad(minute))"
  }

  static func moment(_ due: Due, _ calendar: Calendar) -> Date {
    due.day?.start(in: calendar) ?? due.date(in: calendar)
  }

  /// UUIDs in a list, or with commas between them, as earlier versions wrote them.
  static func uuids(_ node: JSONNode) throws -> [UUID] {
    guard case .string(let text) = node.value else { return node.isNothing ? [] : try node.uuids("depends") }
    return try text.split(separator: ",").map { part in
      try UUID(uuidString: String(part))
        .orThrow(InterchangeError("“depends” must be a list of UUIDs.", at: node.position))
    }
  }

  static func priority(_ letter: String) -> Priority? {
    switch letter {
    case "H": .high
    case "M": .medium
    case "L": .low
    default: nil
    }
  }

  static func notes(_ node: JSONNode) throws -> String {
    if node.isNothing { return "" }
    guard case .array(let annotations) = node.value else {
      throw InterchangeError("“annotations” must be a list.", at: node.position)
    }
    return try annotations.compactMap { annotation in
      guard case .object(let members) = annotation.value else { return nil }
      return try members["description"]?.text("description")
    }.joined(separator: "\n")
  }

  // MARK: - Writing

  static func adding(
    _ kept: [ForeignField], to members: [(String, String)], of item: ItemValues, _ calendar: Calendar
  ) -> [(String, String)] {
    var members = members
    let isTemplate = isTemplate(kept, item)
    let cameWithDue = kept.contains { $0.name == dueAttribute }
    for (field, node) in nodes(kept, of: item, calendar) {
      if field.name == "recur", isStillTrue("recur", node, of: item, calendar) || item.rule == nil {
        members.removeAll { $0.0 == "docketrecur" }
      }
      members.removeAll { $0.0 == field.name || field.name == "due" && $0.0 == dueAttribute && !cameWithDue }
      members.append((field.name, text(field.name, node, of: item)))
    }
    if isTemplate, dueOfTemplate(kept, item.rule, calendar) == item.due { members.removeAll { $0.0 == "docketanchor" } }
    if isTemplate, let rule = item.rule, let recur = duration(rule), members.contains(where: { $0.0 == "docketrecur" })
    {
      // There is no parent that it would have to agree with.
      members.removeAll { ["recur", "docketrecur"].contains($0.0) }
      members.append(("recur", ItemJSON.quoted(recur)))
    }
    addStart(kept, to: &members, of: item, calendar)
    addBlockers(kept, to: &members, of: item)
    // Nothing hides a task that waits for no date.
    if !members.contains(where: { $0.0 == "wait" }), let index = members.firstIndex(where: { $0.1 == #""waiting""# }) {
      members[index] = ("status", #""pending""#)
    }
    return members
  }

  static func written(_ kept: [ForeignField], of item: ItemValues, _ calendar: Calendar) -> [ForeignField] {
    nodes(kept, of: item, calendar).map(\.field) + kept.filter { own.contains($0.name) }
  }

  private static func nodes(
    _ kept: [ForeignField], of item: ItemValues, _ calendar: Calendar
  ) -> [(field: ForeignField, node: JSONNode)] {
    let isTemplate = isTemplate(kept, item)
    let isInSeries = kept.contains { $0.name == "parent" } || isTemplate
    // The instances that a template has had, of which the item is the next.
    let isNext = isTemplate && dueOfTemplate(kept, item.rule, calendar) == item.due
    return kept.compactMap { field in
      if isTemplate, !isNext, field.name == "mask" { return nil }
      if isNext, field.name == "due" { return JSONNode(text: field.text).map { (field, $0) } }
      guard !derived.contains(field.name), !plain.contains(field.name), !own.contains(field.name),
        let node = JSONNode(text: field.text),
        isStillTrue(field.name, node, of: item, calendar) || isInSeries && isNeeded(field.name, in: item)
      else { return nil }
      return (field, node)
    }
  }

  /// Whether an item is written as the template of a recurring task, of which there is no instance.
  private static func isTemplate(_ kept: [ForeignField], _ item: ItemValues) -> Bool {
    !item.isDone && item.rule != nil && kept.contains { $0.name == "status" && $0.text == #""recurring""# }
  }

  /// Whether Taskwarrior refuses a task of a series without an attribute.
  private static func isNeeded(_ name: String, in item: ItemValues) -> Bool {
    name == "recur" || name == "due" && item.due == nil
  }

  /// Whether a kept attribute agrees with the item, or says something that an item has no place for.
  private static func isStillTrue(
    _ name: String, _ node: JSONNode, of item: ItemValues, _ calendar: Calendar
  ) -> Bool {
    switch name {
    case "status": !item.isDone && (node.text == #""waiting""# || node.text == #""recurring""# && item.rule != nil)
    case "due": (try? due(node, calendar)) == item.due
    case "priority": item.priority == .none
    case "annotations": annotations(node, of: item) != nil
    case "recur": (try? rule(node.text("recur"))) == item.rule
    case "wait", "scheduled": item.start != nil
    case "tags": (try? node.texts("tags")).map { NameSpelling.areTags($0, item.tags) } ?? false
    case "project": (try? node.text("project")).map { NameSpelling.isList($0, item.list) } ?? false
    default: true
    }
  }

  /// Quotes `imask`: Taskwarrior reads a number without quotation marks with six decimal places.
  private static func text(_ name: String, _ node: JSONNode, of item: ItemValues) -> String {
    if name == "imask", case .number = node.value { return ItemJSON.quoted(node.text) }
    return name == "annotations" ? annotations(node, of: item) ?? node.text : node.text
  }

  /// The kept annotations that the notes begin with, and one for the rest; nil if the notes begin differently.
  private static func annotations(_ node: JSONNode, of item: ItemValues) -> String? {
    guard case .array(let annotations) = node.value else { return nil }
    // Nil once all notes are written; bytes, because a combining mark may change a line end.
    var (kept, rest): ([String], Substring.UTF8View?) = ([], item.notes[...].utf8)
    for annotation in annotations {
      guard let open = rest, case .object(let members) = annotation.value,
        let text = try? members["description"]?.text("description").utf8, open.starts(with: text)
      else { break }
      let behind = open.dropFirst(text.count)
      guard behind.isEmpty || behind.first == UInt8(ascii: "\n") else { break }
      kept.append(annotation.text)
      rest = behind.isEmpty ? nil : behind.dropFirst()
    }
    guard !kept.isEmpty, rest?.isEmpty != true else { return nil }
    // The rest is as old as the last change.
    let new = rest.map { annotation(String(Substring($0)), at: item.timestamp) }
    return "[\((kept + [new].compactMap(\.self)).joined(separator: ","))]"
  }

  static func annotation(_ text: String, at date: Date) -> String {
    "{\"entry\":\(ItemJSON.quoted(TimestampText.basic(date))),\"description\":\(ItemJSON.quoted(text))}"
  }
}
