import Foundation

/// The due dates of the instances of a recurring task, of which its template has the first.
///
/// Taskwarrior makes an instance only once the one before it is due, and knows by the mask of the template how many there
/// are. Docket makes the next one when the last one is done: as an instance of the same template, so that neither makes it
/// again.
struct TaskwarriorDates {
  /// A mask has a character for each instance.
  static let maxCount = 10_000

  private let first: Due
  private let rule: RecurrenceRule
  private let calendar: Calendar

  init(_ first: Due, _ rule: RecurrenceRule, _ calendar: Calendar) {
    (self.first, self.rule, self.calendar) = (first, rule, calendar)
  }

  /// The place of the next instance in a mask: the first one that is pending or waits, else the one behind all.
  static func next(in mask: String) -> Int {
    mask.firstIndex { "-W".contains($0) }.map { mask.distance(from: mask.startIndex, to: $0) } ?? mask.count
  }

  /// The due date of an instance; nil if there is none.
  func due(at index: Int) -> Due? {
    guard index <= Self.maxCount else { return nil }
    return (0..<index).reduce(first) { last, _ in last.flatMap(following) }
  }

  /// The place of the instance with a due date; nil if no instance has it.
  func index(of due: Due) -> Int? {
    let end = due.date(in: calendar)
    var (date, index): (Due?, Int) = (first, 0)
    while let current = date, index <= Self.maxCount, current.date(in: calendar) <= end {
      if current == due { return index }
      (date, index) = (following(current), index + 1)
    }
    return nil
  }

  /// The due date of the instance after one with a due date; nil if there is none.
  func following(_ last: Due) -> Due? {
    rule.due(following: last, anchor: first, after: last.date(in: calendar), calendar: calendar)
  }
}

extension TaskwarriorText {
  /// The kept fields that make the next item of a series an instance of the template that is kept with the last one.
  ///
  /// - Parameters:
  ///   - kept: the fields of the last item.
  ///   - rule: how it repeats.
  ///   - due: the due date of the next item.
  /// - Returns: none if the template says other dates.
  static func instance(
    after kept: [ForeignField], _ rule: RecurrenceRule, due: Due, _ calendar: Calendar
  ) -> [ForeignField] {
    let fields = Dictionary(kept.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    guard let parent = fields["parent"], let recur = fields["recur"], Self.rule(ofJSON: recur.text) == rule,
      let template = fields[template], case .object(let members)? = JSONNode(text: template.text)?.value,
      members["uuid"]?.text.lowercased() == parent.text.lowercased(),
      let first = members["due"].flatMap({ try? Self.due($0, calendar) }),
      let index = TaskwarriorDates(first, rule, calendar).index(of: due)
    else { return [] }
    let moment = ItemJSON.quoted(TimestampText.basic(moment(due, calendar)))
    // Taskwarrior's instances have the end of their template.
    let until = members["until"].map { ForeignField(name: "until", text: $0.text) }
    return [parent, recur, template, fields["rtype"], until].compactMap(\.self) + [
      ForeignField(name: "imask", text: "\(index)"), ForeignField(name: "due", text: moment),
    ]
  }

  /// The kept fields of an instance that takes the place of an earlier one, which its template says was skipped.
  static func skipping(_ last: [ForeignField], _ next: [ForeignField]) -> [ForeignField] {
    func place(_ fields: [ForeignField]) -> Int? {
      fields.first { $0.name == "imask" }.flatMap { JSONNode(text: $0.text) }.flatMap(TaskwarriorSeries.index)
    }
    guard let first = place(last), let end = place(next), first >= 0, first < end else { return next }
    return next.map { field in
      field.name == template ? ForeignField(name: template, text: skipping(first..<end, in: field.text)) : field
    }
  }

  /// A template, as JSON, with instances marked as skipped.
  private static func skipping(_ instances: Range<Int>, in template: String) -> String {
    guard case .object(let members)? = JSONNode(text: template)?.value,
      let mask = try? members["mask"]?.text("mask")
    else { return template }
    var marks = Array(mask)
    marks += Array(repeating: "X", count: max(0, instances.upperBound - marks.count))
    for index in instances { marks[index] = "X" }
    var texts = members.mapValues(\.text)
    texts["mask"] = ItemJSON.quoted(String(marks))
    return JSONNode.object(texts)
  }

  /// Whether the series of a template ends with an instance, because what follows would be after the template's `until`.
  static func isOver(_ template: [String: JSONNode], after last: Due, _ calendar: Calendar) -> Bool {
    guard let until = try? template["until"]?.date("until"), let next = following(last, in: template, calendar) else {
      return false
    }
    return moment(next, calendar) > until
  }

  /// Whether a template says dates that can be computed here, also after its `until`.
  static func isComputable(_ template: [String: JSONNode]) -> Bool {
    template["recur"].flatMap { rule(ofJSON: $0.text) } != nil
  }

  private static func following(_ last: Due, in template: [String: JSONNode], _ calendar: Calendar) -> Due? {
    guard let rule = template["recur"].flatMap({ rule(ofJSON: $0.text) }),
      let first = template["due"].flatMap({ try? due($0, calendar) })
    else { return nil }
    return TaskwarriorDates(first, rule, calendar).following(last)
  }

  /// The due date of an item that was made of a template, as the template says it; nil if it does not.
  static func dueOfTemplate(_ kept: [ForeignField], _ rule: RecurrenceRule?, _ calendar: Calendar) -> Due? {
    func node(_ name: String) -> JSONNode? { kept.first { $0.name == name }.flatMap { JSONNode(text: $0.text) } }
    guard let due = node("due"), let first = try? Self.due(due, calendar) else { return nil }
    guard let mask = try? node("mask")?.text("mask"), !mask.isEmpty else { return first }
    guard let rule, node("recur").flatMap({ Self.rule(ofJSON: $0.text) }) == rule else { return nil }
    return TaskwarriorDates(first, rule, calendar).due(at: TaskwarriorDates.next(in: mask))
  }
}
