import Foundation

/// Writes one item per line of a `todo.txt`: `x 2026-11-20 2026-11-01 Title +List @tag due:2026-12-24`.
///
/// What the format has no place for is written as `key:value` pairs, which other programs leave alone.
///
/// Source: https://github.com/todotxt/todo.txt
struct TodoTxtWriter: ItemWriter {
  private let calendar: Calendar

  init(calendar: Calendar) { self.calendar = calendar }

  mutating func begin() -> String { "" }
  mutating func end() -> String { "" }

  mutating func text(of item: ItemValues, urgency _: Double?) -> String {
    let line = TodoTxtLine(item, calendar)
    return (line.head + line.inOrder(line.order)).joined(separator: " ") + "\n"
  }
}

/// An item as the words of a line.
struct TodoTxtLine {
  private let calendar: Calendar
  /// The words before the title: the mark of completion, the priority, the dates.
  let head: [String]
  /// The title and all words after it, in the usual order.
  let body: [String]
  /// The words of the imported line, if they had another order.
  let order: [Substring]

  init(_ item: ItemValues, _ calendar: Calendar) {
    let words = TodoTxtWords(item, calendar)
    (head, body) = (words.head, words.body)
    order = words.kept.first { $0.name == TodoTxtText.order }.map { TodoTxtReader.words($0.text) } ?? []
    self.calendar = calendar
  }

  /// The body in the order of other words, with additional words at the end; unchanged if the line would mean something
  /// else.
  func inOrder(_ order: [Substring]) -> [String] {
    guard !order.isEmpty else { return body }
    var counts = Dictionary(body.map { ($0, 1) }, uniquingKeysWith: +)
    func take(_ word: String) -> Bool {
      guard let count = counts[word], count > 0 else { return false }
      counts[word] = count - 1
      return true
    }
    let ordered = order.map(String.init).filter(take)
    let words = ordered + body.filter(take)
    return meaning(of: words) == meaning(of: body) ? words : body
  }

  /// The item that the line would be read as with these words.
  private func meaning(of words: [String]) -> ImportedItem? {
    let options = ImportOptions(now: .distantPast, calendar: calendar)
    let reader = TodoTxtReader(ByteReader { _ in Data() }, options)
    let start = InterchangeError.Position(line: 1, column: 1)
    var item = try? reader.item((head + words).map { $0[...] }[...], start)
    item?.line = nil
    item?.kept.sort { ($0.name, $0.text) < ($1.name, $1.text) }
    return item
  }

  /// The field that keeps the order of an imported line; nil if the line is written in this order already.
  func order(asIn line: String) -> ForeignField? {
    let words = TodoTxtReader.words(line).map(String.init)
    let isPlain = isSame(body, words)
    guard !isPlain || !order.isEmpty else { return nil }
    if !order.isEmpty, isSame(inOrder(order), words) { return nil }
    return ForeignField(name: TodoTxtText.order, text: isPlain ? "" : words.joined(separator: " "))
  }

  /// Whether the words that two lines share have the same order.
  private func isSame(_ left: [String], _ right: [String]) -> Bool {
    let common = Set(left).intersection(right)
    return left.filter(common.contains) == right.filter(common.contains)
  }
}

/// The words of an item, in the usual order.
private struct TodoTxtWords {
  private let calendar: Calendar
  let kept: [ForeignField]
  private(set) var head: [String] = []
  private(set) var body: [String] = []

  init(_ item: ItemValues, _ calendar: Calendar) {
    self.calendar = calendar
    kept = (item.extra?.fields(of: .todotxt) ?? []).filter { TodoTxtText.isStillTrue($0, of: item, calendar) }
    let names = Set(kept.map(\.name))
    head = head(item, kept, names)
    body = body(item, kept, names)
  }

  private func body(_ item: ItemValues, _ kept: [ForeignField], _ names: Set<String>) -> [String] {
    let title = plain(item.title)
    var words = title.map(String.init)
    if let list = item.list { words.append(self.list(list, kept)) }
    words += item.tags.flatMap { tag($0, kept) }
    switch item.due {
    case .day(let day)?: words.append(pair(.due, day.text))
    case .moment(let date)?: words += [pair(.due, day(date)), time(.at, date)]
    case nil: break
    }
    switch item.start {
    case .day(let day)?: words.append(pair(.t, day.text))
    case .moment(let date)?: words += [pair(.t, day(date)), time(.startTime, date)]
    case nil: break
    }
    if let rule = item.rule, !names.contains("rec") { words.append(pair(.rec, TodoTxtText.text(rule))) }
    if let anchor = item.anchor { words.append(pair(.anchor, anchor.rawValue)) }
    let blockers =
      item.blockerUIDs + kept.filter(Self.isMissing).flatMap { TodoTxtText.uuids(TodoTxtText.value($0.text)) ?? [] }
    if !blockers.isEmpty { words.append(TodoTxtText.blockers(blockers)) }
    if item.isDone, let letter = letter(item, kept) { words.append(pair(.pri, letter)) }
    words += kept.filter { !TodoTxtText.isTag($0) && !Self.placed.contains($0.name) && !Self.isMissing($0) }.map(\.text)
    if !names.contains("uid") { words.append(pair(.uid, item.uid.uuidString)) }
    if let parent = item.parentUID, !names.contains("parent") { words.append(pair(.parent, parent.uuidString)) }
    if title.joined(separator: " ") != item.title || !TodoTxtText.isReadAsTitle(title) {
      words.append(pair(.title, item.title))
    }
    if !item.notes.isEmpty { words.append(pair(.note, item.notes)) }
    return words
  }

  /// Whether a kept word names blockers that are not in the store.
  private static func isMissing(_ field: ForeignField) -> Bool {
    field.name == TodoTxtKey.after.rawValue && TodoTxtText.uuids(TodoTxtText.value(field.text)) != nil
  }

  /// The kept words with a fixed position in the line.
  private static let placed: Set<String> = ["pri", "created", "completed", "list", TodoTxtText.order]

  /// The list, in the imported spelling.
  private func list(_ name: String, _ kept: [ForeignField]) -> String {
    let name = kept.first { $0.name == "list" }.map { TodoTxtText.decoded(TodoTxtText.value($0.text)) } ?? name
    return name.contains(where: \.isWhitespace) ? pair(.list, name) : "+\(name)"
  }

  /// A tag, in the imported spellings.
  private func tag(_ name: String, _ kept: [ForeignField]) -> [String] {
    let names = kept.isEmpty ? [] : [TodoTxtText.tagName("+", name), TodoTxtText.tagName("@", name)]
    let spelled = kept.filter { names.contains($0.name) }.map(\.text)
    return spelled.isEmpty ? ["@\(name)"] : spelled
  }

  private func head(_ item: ItemValues, _ kept: [ForeignField], _ names: Set<String>) -> [String] {
    // The creation date of a done item comes after its completion date.
    let hasNoDates = names.contains("completed") && item.isDone
    let created = hasNoDates ? nil : created(item, kept)
    guard let completed = item.completedAt else {
      return [letter(item, kept).map { "(\($0))" }, created].compactMap(\.self)
    }
    return ["x", hasNoDates ? nil : day(completed), created].compactMap(\.self)
  }

  /// The creation date; the imported one if there was one.
  private func created(_ item: ItemValues, _ kept: [ForeignField]) -> String? {
    guard let field = kept.first(where: { $0.name == TodoTxtText.noCreation.name }) else {
      return day(item.createTimestamp)
    }
    return CalendarDay(TodoTxtText.value(field.text).dropFirst())?.text
  }

  /// The letter of the priority; the imported one as long as it means the same.
  private func letter(_ item: ItemValues, _ kept: [ForeignField]) -> String? {
    kept.first { $0.name == "pri" }.map { String($0.text.dropFirst("pri:".count)) } ?? TodoTxtText.letter(item.priority)
  }

  /// The title without words that have a special meaning.
  private func plain(_ title: String) -> [Substring] {
    let words = TodoTxtText.words(title)
    let isFirstOdd = words.first.map { $0 == "x" || $0.wholeMatch(of: /\([A-Z]\)|\d{4}-\d\d-\d\d/) != nil } ?? false
    let kept = words.filter(TodoTxtText.isPlainWord).dropFirst(isFirstOdd ? 1 : 0)
    return kept.isEmpty ? ["…"] : Array(kept)
  }

  private func pair(_ key: TodoTxtKey, _ value: String) -> String { "\(key.rawValue):\(TodoTxtText.encoded(value))" }

  private func day(_ date: Date) -> String { CalendarDay(date, in: calendar.timeZone).text }

  private func time(_ key: TodoTxtKey, _ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute, .second], from: date)
    let minute = "\(TimestampText.pad(parts.hour ?? 0)):\(TimestampText.pad(parts.minute ?? 0))"
    return "\(key.rawValue):\(minute)" + (parts.second == 0 ? "" : ":\(TimestampText.pad(parts.second ?? 0))")
  }
}
