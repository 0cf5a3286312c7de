import Foundation

/// Reads what `task export` writes.
///
/// Deleted tasks are counted, and their identifiers kept: an item that is here is deleted here too, unless it was
/// changed here later. Of a recurring task the last pending instance is the item that repeats, see `TaskwarriorSeries`.
/// What an item has no place for is kept with it.
///
/// Source: https://taskwarrior.org/docs/design/task/
struct TaskwarriorReader: ItemReader {
  private var objects: JSONObjectStream
  private let options: ImportOptions
  private var series: TaskwarriorSeries
  /// What was held back, once the file is read.
  private var rest: ArraySlice<ImportedItem>?
  /// Why the file can't be read to its end.
  private var failure: InterchangeError?
  private(set) var skipped: [String: Int] = [:]
  private var deletions: [UUID: Date] = [:]
  /// The identifiers of the tasks that are not deleted: 16 bytes for each.
  private var live: [UUID] = []

  /// Allows control characters, which `task export` does not escape in descriptions.
  init(_ bytes: ByteReader, _ options: ImportOptions) {
    objects = JSONObjectStream(bytes, allowsControls: true)
    self.options = options
    series = TaskwarriorSeries(options.calendar)
  }

  var offset: Int { objects.offset }

  /// The deleted tasks, without those that the file also has as live ones.
  ///
  /// - Complexity: linear in the number of tasks.
  var deleted: [UUID: Date] {
    guard !deletions.isEmpty else { return [:] }
    return live.reduce(into: deletions) { $0[$1] = nil }
  }

  mutating func next() throws -> ImportedItem? {
    while rest == nil {
      do {
        guard let (members, position) = try objects.next() else {
          rest = series.takeAll()[...]
          break
        }
        if let item = try read(members, position) { return item }
      } catch let error as InterchangeError where !error.isRecoverable {
        // What was read before it may be wanted all the same.
        failure = error
        rest = series.takeAll()[...]
      }
    }
    if let item = rest?.popFirst() { return item }
    if let failure {
      self.failure = nil
      throw failure
    }
    return nil
  }

  /// Reads a task; nil if it is none, or held back.
  private mutating func read(
    _ members: [String: JSONNode], _ position: InterchangeError.Position
  ) throws -> ImportedItem? {
    let status = try members.value("status") { try $0.text($1) }
    if status == "deleted" {
      skipped[TaskwarriorText.deletedTask, default: 0] += 1
      if let uid = try? members["uuid"]?.uuid("uuid") {
        deletions[uid] = Self.deletion(members)
        series.add(deleted: uid)
      }
      return nil
    }
    let item = try item(members, status, position)
    if let uid = item.uid { live.append(uid) }
    if status == "recurring" {
      series.add(template: item, members)
      return nil
    }
    guard let parent = try? members["parent"]?.uuid("parent") else { return item }
    return series.add(item, of: parent, members)
  }

  /// When a task was deleted: one that was done before keeps the time of that as its `end`.
  ///
  /// A task without a date was deleted after everything.
  private static func deletion(_ members: [String: JSONNode]) -> Date {
    ["end", "modified"].compactMap { name in try? members[name]?.date(name) }.max() ?? .distantFuture
  }

  private func item(
    _ members: [String: JSONNode], _ status: String?, _ position: InterchangeError.Position
  ) throws -> ImportedItem {
    let title = try members["description"].orThrow(InterchangeError("The task has no description.", at: position))
    let date = { (node: JSONNode, name: String) in try node.date(name) }
    var item = ImportedItem(title: try title.text("description"), at: position)
    item.uid = try members.value("uuid") { try $0.uuid($1) }
    item.created = try members.value("entry", date)
    item.timestamp = try members.value("modified", date)
    readState(status, try members.replacement("end", date), into: &item)
    item.due = try members.replacement("due") { node, _ in
      try TaskwarriorText.due(members[TaskwarriorText.dueAttribute], due: node)
        ?? TaskwarriorText.due(node, options.calendar)
    }
    item.dueText = members["due"]?.text
    item.priority = try members["priority"].map(priority)
    item.list = try members.replacement("project") { try $0.text($1) }
    item.tags = try members.replacement("tags") { try $0.tags($1) }.map { $0.value ?? [] }
    item.notes = try members["annotations"].map(TaskwarriorText.notes)
    item.rule = try (members["docketrecur"] ?? members["recur"]).map {
      Replacement($0.isNothing ? nil : TaskwarriorText.rule(try $0.text("recur")))
    }
    item.start = try TaskwarriorText.start(members, options.calendar)
    item.blockers = try members["depends"].map(TaskwarriorText.uuids)
    item.bearsMissingBlockers = true
    item.parent = try members.replacement("docketparent") { try $0.uuid($1) }
    item.anchor = try members.replacement("docketanchor") { try $0.due($1, .gmt) }
    item.tagFields = members["tags"].map { [TaskwarriorText.names("tags", $0)] } ?? []
    item.listField = members["project"].map { TaskwarriorText.names("project", $0) }
    item.kept = TaskwarriorText.kept(members, item, options.calendar)
    item.notePositions(title: title, tags: members["tags"], list: members["project"])
    return item
  }

  private func readState(_ status: String?, _ end: Replacement<Date>?, into item: inout ImportedItem) {
    switch status {
    case nil: if case .some(.none) = end { item.completed = end }
    case "completed": item.complete(at: end?.value, or: item.created ?? options.now)
    default: item.completed = Replacement.none
    }
  }

  /// The priority of a letter; a person's own letters are kept, and mean no priority here.
  private func priority(_ node: JSONNode) throws -> Priority {
    node.isNothing ? .none : TaskwarriorText.priority(try node.text("priority")) ?? .none
  }
}
