import Foundation

/// The recurring tasks of a file: templates, from which Taskwarrior makes instances, and the instances.
///
/// The last pending instance is the item that repeats, and the template is kept with it, to be written back as a task of its
/// own. Earlier instances are items that do not repeat: what follows them is there already. A template without a pending
/// instance is an item itself, which stands for the next instance: Taskwarrior makes that one only when it is due.
///
/// - Complexity: holds one instance of each series in memory.
struct TaskwarriorSeries {
  private struct Template {
    let item: ImportedItem
    let members: [String: JSONNode]
    let mask: String

    var text: String { JSONNode.object(members.mapValues(\.text)) }
  }

  private struct Instance {
    let item: ImportedItem
    let index: Int
  }

  private let calendar: Calendar
  private var templates: [UUID: Template] = [:]
  /// The last pending instance so far, by the template.
  private var last: [UUID: Instance] = [:]
  /// The identifiers of deleted tasks, some of which are templates.
  private var deleted: Set<UUID> = []

  init(_ calendar: Calendar) { self.calendar = calendar }

  /// Holds a template back.
  mutating func add(template item: ImportedItem, _ members: [String: JSONNode]) {
    guard let uid = item.uid else { return }
    let attributes = members.filter { !["id", "urgency"].contains($0.key) }
    templates[uid] = Template(
      item: item, members: attributes, mask: (try? members["mask"]?.text("mask")) ?? "")
  }

  /// Notes a deleted task: the series of a deleted template is over.
  mutating func add(deleted uid: UUID) { deleted.insert(uid) }

  /// Holds an instance back if it may be the last one.
  ///
  /// - Returns: an instance that is not; nil for none.
  mutating func add(_ item: ImportedItem, of parent: UUID, _ members: [String: JSONNode]) -> ImportedItem? {
    var item = item
    item.isInSeries = members["docketrecur"] == nil
    item.kept.append(ForeignField(name: TaskwarriorText.template, text: ""))
    guard item.completed?.value == nil else { return withoutRule(item) }
    let index = members["imask"].flatMap(Self.index) ?? 0
    guard let other = last[parent] else {
      last[parent] = Instance(item: item, index: index)
      return nil
    }
    guard other.index <= index else { return withoutRule(item) }
    last[parent] = Instance(item: item, index: index)
    return withoutRule(other.item)
  }

  private func withoutRule(_ item: ImportedItem) -> ImportedItem {
    guard item.isInSeries else { return item }
    var item = item
    item.rule = Replacement.none
    item.isInSeries = false
    return item
  }

  /// Takes what was held back, in the order of the file.
  mutating func takeAll() -> [ImportedItem] {
    defer { (templates, last) = ([:], [:]) }
    let instances = last.map { parent, instance in
      var item = instance.item
      if let template = templates[parent] {
        item.kept.append(ForeignField(name: TaskwarriorText.template, text: template.text))
        item.template = parent
      }
      return isOver(parent, after: item) ? withoutRule(item) : item
    }
    let open = templates.filter { last[$0.key] == nil }.map { next($0.value) }
    return (instances + open).sorted { $0.position < $1.position }
  }

  /// Whether nothing follows an instance.
  private func isOver(_ parent: UUID, after item: ImportedItem) -> Bool {
    guard let template = templates[parent] else { return deleted.contains(parent) }
    return (item.due?.value).map { TaskwarriorText.isOver(template.members, after: $0, calendar) } ?? false
  }

  /// A template as its next instance.
  private func next(_ template: Template) -> ImportedItem {
    var item = template.item
    let count = TaskwarriorDates.next(in: template.mask)
    guard count > 0 else { return item }
    item.instances = count
    guard let first = item.due?.value, let rule = item.rule?.value, let text = item.dueText,
      let due = TaskwarriorDates(first, rule, calendar).due(at: count)
    else { return item }
    (item.due, item.anchor) = (.value(due), .value(first))
    item.kept.removeAll { $0.name == "due" }
    item.kept.append(ForeignField(name: "due", text: text))
    return item
  }

  /// The place of an instance in the mask of its template, a number or a text.
  static func index(_ node: JSONNode) -> Int? {
    switch node.value {
    case .number(let number): Int(exactly: number)
    case .string(let text): Double(text).flatMap { Int(exactly: $0) }
    default: nil
    }
  }
}

/// Collects the templates that were kept with instances while those are written, each once and with a mask that agrees with
/// them.
struct TaskwarriorTemplates {
  private var templates: [String: [String: JSONNode]] = [:]
  /// Whether the instances are done, by the template and their place in its mask.
  private var states: [String: [Int: Bool]] = [:]

  mutating func collect(_ kept: [ForeignField], of item: ItemValues, _ calendar: Calendar) {
    func node(_ name: String) -> JSONNode? { kept.first { $0.name == name }.flatMap { JSONNode(text: $0.text) } }
    guard let parent = try? node("parent")?.text("parent") else { return }
    if let index = node("imask").flatMap(TaskwarriorSeries.index) {
      states[parent.lowercased(), default: [:]][index] = item.isDone
    }
    guard let (uuid, template) = Self.object(kept) else { return }
    var members = template
    // Its series was ended here, and Taskwarrior would go on with it: with `until` it makes one more instance.
    if item.rule == nil, !item.isDone, let due = item.due, TaskwarriorText.isComputable(members),
      !TaskwarriorText.isOver(members, after: due, calendar)
    {
      members["status"] = JSONNode(text: ItemJSON.quoted("deleted"))
      members["end"] = JSONNode(text: ItemJSON.quoted(TimestampText.basic(item.timestamp)))
    }
    let (old, new) = (try? templates[uuid]?["modified"]?.text("modified"), try? members["modified"]?.text("modified"))
    // Of two, one is older.
    if templates[uuid] == nil || (old ?? "") <= (new ?? "") { templates[uuid] = members }
  }

  private static func object(_ kept: [ForeignField]) -> (uuid: String, members: [String: JSONNode])? {
    guard let field = kept.first(where: { $0.name == TaskwarriorText.template }),
      case .object(let members)? = JSONNode(text: field.text)?.value,
      let uuid = try? members["uuid"]?.text("uuid").lowercased()
    else { return nil }
    return (uuid, members)
  }

  /// The template that is kept with an item, as the JSON of its attributes.
  static func template(_ kept: [ForeignField]) -> (uuid: String, members: [String: String])? {
    object(kept).map { ($0.uuid, $0.members.mapValues(\.text)) }
  }

  /// Whether a template was collected.
  func contains(_ uuid: String) -> Bool { templates[uuid.lowercased()] != nil }

  /// The templates as JSON, in the order of their identifiers.
  var texts: [String] {
    templates.sorted { $0.key < $1.key }.map { uuid, members in
      var texts = members.mapValues(\.text)
      if let mask = try? members["mask"]?.text("mask") {
        texts["mask"] = ItemJSON.quoted(self.mask(mask, states[uuid] ?? [:]))
      }
      return JSONNode.object(texts)
    }
  }

  private func mask(_ text: String, _ states: [Int: Bool]) -> String {
    var marks = Array(text)
    // Instances that were made here, and dates that were skipped.
    if let last = states.keys.max(), last < TaskwarriorDates.maxCount {
      while marks.count <= last { marks.append(states[marks.count] == nil ? "X" : "-") }
    }
    for (index, isDone) in states where marks.indices.contains(index) {
      if isDone { marks[index] = "+" } else if marks[index] == "+" { marks[index] = "-" }
    }
    return String(marks)
  }
}
