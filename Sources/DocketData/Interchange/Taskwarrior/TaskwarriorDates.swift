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

  private func following(_ last: Due) -> Due? {
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
    return [parent, recur, template, fields["rtype"]].compactMap(\.self) + [
      ForeignField(name: "imask", text: "\(index)"), ForeignField(name: "due", text: moment),
    ]
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
