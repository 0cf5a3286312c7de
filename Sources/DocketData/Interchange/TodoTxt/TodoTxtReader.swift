import Foundation

/// Reads one item from each line of a `todo.txt`.
///
/// Source: https://github.com/todotxt/todo.txt
struct TodoTxtReader: ItemReader {
  private var lines: TextLineReader
  private let options: ImportOptions

  init(_ bytes: ByteReader, _ options: ImportOptions) {
    lines = TextLineReader(bytes)
    self.options = options
  }

  var offset: Int { lines.offset }

  mutating func next() throws -> ImportedItem? {
    while let (text, position) = try lines.next() {
      let words = Self.words(text)
      if !words.isEmpty { return try item(words[...], position) }
    }
    return nil
  }

  /// The words of a line; a space with a combining mark is another character, but ends a word all the same.
  static func words(_ text: String) -> [Substring] {
    text.unicodeScalars.split { $0 == " " || $0 == "\t" }.map(Substring.init)
  }

  func item(_ words: ArraySlice<Substring>, _ position: InterchangeError.Position) throws -> ImportedItem {
    var item = ImportedItem(title: "", at: position)
    // A line always says whether the item is done; anything else that is missing in it is left alone.
    item.completed = Replacement.none
    let body = readHead(words, into: &item)
    let rest = body.filter { !read($0, into: &item) }
    if let word = body.last(where: { $0.hasPrefix("\(TodoTxtKey.rec.rawValue):") }) { readRule(word, into: &item) }
    readTitle(rest, into: &item)
    // Other programs allow a line of tags alone, and one of them must not stop the others.
    guard !item.title.isEmpty else {
      throw InterchangeError("The line has no title.", at: position, isAlwaysLeftOut: true)
    }
    let line = body.joined(separator: " ")
    if line != item.title { item.line = line }
    return item
  }

  /// Reads the rest of a line: the title, and pairs without a meaning here.
  ///
  /// A pair after the title, or one whose value is a day, is kept. Other pairs belong to the title, and so does one that
  /// can't be kept.
  private func readTitle(_ words: [Substring], into item: inout ImportedItem) {
    // The words of a title that is written as a pair are in the line too.
    let known = Set(TodoTxtText.words(item.title))
    let end = words.lastIndex { !TodoTxtText.isPair($0) }.map { $0 + 1 } ?? (item.title.isEmpty ? words.count : 0)
    var title: [Substring] = []
    for (index, word) in words.enumerated() {
      if let key = key(word), index >= end || TodoTxtText.hasDay(word) && words.count > 1 {
        if !known.contains(word) { item.kept.append(ForeignField(name: key, text: String(word))) }
      } else {
        title.append(word)
      }
    }
    if item.title.isEmpty { item.title = title.joined(separator: " ") }
  }

  /// The key of a pair that can be kept.
  private func key(_ word: Substring) -> String? {
    TodoTxtText.key(word) == nil ? nil : TodoTxtText.fieldName(String(word))
  }

  /// Reads the mark of completion, the priority and the dates at the beginning.
  private func readHead(_ words: ArraySlice<Substring>, into item: inout ImportedItem) -> ArraySlice<Substring> {
    var rest = words
    let isDone = rest.first == "x"
    if isDone { rest.removeFirst() }
    if let word = rest.first, let match = word.wholeMatch(of: /\(([A-Z])\)/) {
      readPriority(match.1, into: &item)
      rest.removeFirst()
    }
    var days: [Date] = []
    while days.count < (isDone ? 2 : 1), let day = rest.first.flatMap(day) {
      days.append(day)
      rest.removeFirst()
    }
    item.created = isDone ? days.dropFirst().first : days.first
    if item.created == nil { item.kept.append(TodoTxtText.noCreation) }
    if isDone {
      item.complete(at: days.first, or: options.now)
      item.kept.append(days.isEmpty ? TodoTxtText.noCompletion : TodoTxtText.noCompletion.removed)
    }
    return rest
  }

  /// Reads a word, and returns whether it is something else than a part of the title.
  private func read(_ word: Substring, into item: inout ImportedItem) -> Bool {
    if word.count > 1, word.hasPrefix("+") { return readProject(String(word.dropFirst()), into: &item) }
    if word.count > 1, word.hasPrefix("@") {
      guard let names = readTag(String(word.dropFirst()), into: &item) else { return false }
      item.tagFields.append(ForeignField(name: names.context, text: String(word)))
      item.kept.append(ForeignField(name: names.project, text: ""))
      return true
    }
    guard let colon = word.firstIndex(of: ":"), let key = TodoTxtKey(rawValue: String(word[..<colon])) else {
      return false
    }
    let raw = String(word[word.index(after: colon)...])
    let value = TodoTxtText.decoded(raw)
    guard !value.isEmpty, read(key, value, into: &item) else { return false }
    // Letters and lists are kept where they are read.
    if key != .pri, key != .list, key != .rec {
      item.kept.append(ForeignField(name: key.rawValue, text: isExportedAlike(key, raw, item) ? "" : String(word)))
    }
    return true
  }

  /// Reads a recurrence once the due date is known, which its dates are relative to.
  private func readRule(_ word: Substring, into item: inout ImportedItem) {
    let value = TodoTxtText.value(String(word))
    let reference = TodoTxtText.reference(
      item.due?.value, created: item.created ?? options.now, options.calendar)
    guard let rule = TodoTxtText.rule(value, reference) else { return }
    item.rule = .value(rule)
    let isAlike = TodoTxtText.encoded(TodoTxtText.text(rule)) == value
    item.kept.append(ForeignField(name: TodoTxtKey.rec.rawValue, text: isAlike ? "" : String(word)))
  }

  /// Whether an export writes a pair in the same way.
  private func isExportedAlike(_ key: TodoTxtKey, _ raw: String, _ item: ImportedItem) -> Bool {
    switch key {
    case .uid: item.uid?.uuidString == raw
    case .parent: item.parent?.value?.uuidString == raw
    default: true
    }
  }

  /// The first project is the list; further ones are tags.
  private func readProject(_ name: String, into item: inout ImportedItem) -> Bool {
    if item.list?.value != nil {
      guard let names = readTag(name, into: &item) else { return false }
      item.kept.append(ForeignField(name: names.project, text: "+\(name)"))
      item.kept.append(ForeignField(name: names.context, text: ""))
      return true
    }
    guard (try? ListName(name)) != nil else { return false }
    readList(name, into: &item)
    return true
  }

  private func readList(_ name: String, into item: inout ImportedItem) {
    item.list = .value(name)
    item.listField = TodoTxtText.list(name)
  }

  /// Reads a tag.
  ///
  /// - Returns: the names of the word as a project and as a context; nil if it can't be a tag.
  private func readTag(_ name: String, into item: inout ImportedItem) -> (project: String, context: String)? {
    guard let tag = try? TagName(name) else { return nil }
    item.tags = (item.tags ?? []) + [name]
    return (TodoTxtText.tagName("+", tag.text), TodoTxtText.tagName("@", tag.text))
  }

  private func read(_ key: TodoTxtKey, _ value: String, into item: inout ImportedItem) -> Bool {
    switch key {
    case .due:
      guard value.utf8.count == 10, let day = CalendarDay(value) else { return false }
      item.due = .value(.day(day))
    case .t:
      guard value.utf8.count == 10, let day = CalendarDay(value) else { return false }
      item.start = .value(.day(day))
    case .startTime:
      guard let day = item.start?.value?.day, let date = time(value, on: day) else { return false }
      item.start = .value(.moment(date))
    case .after:
      guard let blockers = TodoTxtText.uuids(value) else { return false }
      item.blockers = blockers
      item.bearsMissingBlockers = true
    case .at:
      guard let day = item.due?.value?.day, let date = time(value, on: day) else { return false }
      item.due = .value(.moment(date))
    case .rec:
      // It is read once more when the due date is known.
      guard TodoTxtText.rule(value, options.reference) != nil else { return false }
    case .pri: readPriority(value[...], into: &item)
    case .anchor:
      guard let anchor = Due(value, in: options.calendar.timeZone) else { return false }
      item.anchor = .value(anchor)
    case .uid: item.uid = UUID(naming: value)
    case .parent: item.parent = .value(UUID(naming: value))
    case .note: item.notes = value
    case .list: readList(value, into: &item)
    case .title: item.title = value
    }
    return true
  }

  /// Reads a letter; letters after the third are kept.
  private func readPriority(_ letter: Substring, into item: inout ImportedItem) {
    let priority = TodoTxtText.priority(letter)
    item.priority = priority
    let isOdd = letter.utf8.count == 1 && TodoTxtText.letter(priority) != String(letter)
    item.kept.append(
      ForeignField(name: TodoTxtKey.pri.rawValue, text: isOdd ? "\(TodoTxtKey.pri.rawValue):\(letter)" : ""))
  }

  private func day(_ word: Substring) -> Date? {
    guard word.utf8.count == 10 else { return nil }
    return TimestampText.date(word, options.calendar.timeZone).map { options.calendar.startOfDay(for: $0) }
  }

  private func time(_ text: String, on day: CalendarDay) -> Date? {
    let parts = text.split(separator: ":").map { Int($0) ?? -1 }
    guard (2...3).contains(parts.count), (0..<24).contains(parts[0]), parts.dropFirst().allSatisfy((0..<60).contains)
    else { return nil }
    return options.calendar.date(
      bySettingHour: parts[0], minute: parts[1], second: parts.count == 3 ? parts[2] : 0,
      of: day.start(in: options.calendar))
  }
}
