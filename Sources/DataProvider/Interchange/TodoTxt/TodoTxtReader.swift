import Foundation

/// Reads one item from each line, as `todo.txt` has them.
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
      // A space with a combining mark behind it is another character, but ends a word all the same.
      let words = text.unicodeScalars.split { $0 == " " || $0 == "\t" }.map(Substring.init)
      if !words.isEmpty { return try item(words[...], position) }
    }
    return nil
  }

  private func item(_ words: ArraySlice<Substring>, _ position: InterchangeError.Position) throws -> ImportedItem {
    var item = ImportedItem(title: "", at: position)
    // A line always says whether it is done; what else is not in it, it does not say.
    item.completed = Replacement.none
    var rest = readHead(words, into: &item)
    rest = rest.filter { !read($0, into: &item) }[...]
    if item.title.isEmpty { item.title = rest.joined(separator: " ") }
    guard !item.title.isEmpty else { throw InterchangeError("The line has no title.", at: position) }
    return item
  }

  /// Takes the mark of completion, the priority and the dates, which stand first.
  private func readHead(_ words: ArraySlice<Substring>, into item: inout ImportedItem) -> ArraySlice<Substring> {
    var rest = words
    let isDone = rest.first == "x"
    if isDone { rest.removeFirst() }
    if let word = rest.first, let match = word.wholeMatch(of: /\(([A-Z])\)/) {
      item.priority = priority(match.1)
      rest.removeFirst()
    }
    var days: [Date] = []
    while days.count < (isDone ? 2 : 1), let day = rest.first.flatMap(day) {
      days.append(day)
      rest.removeFirst()
    }
    item.created = isDone ? days.dropFirst().first : days.first
    if isDone { item.completed = .value(days.first ?? options.now) }
    return rest
  }

  /// - Returns: whether a word is something else than a part of the title.
  private func read(_ word: Substring, into item: inout ImportedItem) -> Bool {
    if word.count > 1, word.hasPrefix("+") { return readProject(String(word.dropFirst()), into: &item) }
    if word.count > 1, word.hasPrefix("@") { return readTag(String(word.dropFirst()), into: &item) }
    guard let colon = word.firstIndex(of: ":"), let key = TodoTxtKey(rawValue: String(word[..<colon])) else {
      return false
    }
    let value = TodoTxtText.decoded(String(word[word.index(after: colon)...]))
    return !value.isEmpty && read(key, value, into: &item)
  }

  /// The first project is the list; further ones are tags.
  private func readProject(_ name: String, into item: inout ImportedItem) -> Bool {
    if item.list?.value != nil { return readTag(name, into: &item) }
    guard (try? ListName(name)) != nil else { return false }
    item.list = .value(name)
    return true
  }

  private func readTag(_ name: String, into item: inout ImportedItem) -> Bool {
    guard (try? TagName(name)) != nil else { return false }
    item.tags = (item.tags ?? []) + [name]
    return true
  }

  private func read(_ key: TodoTxtKey, _ value: String, into item: inout ImportedItem) -> Bool {
    switch key {
    case .due:
      guard let day = day(value[...]) else { return false }
      item.due = .value(options.calendar.endOfDay(day))
    case .at:
      guard let due = item.due?.value, let date = time(value, on: due) else { return false }
      item.due = .value(date)
    case .rec:
      // Other programs put a plus before it, to count from the date rather than from the completion.
      guard let recurrence = Recurrence(rawValue: value.hasPrefix("+") ? String(value.dropFirst()) : value) else {
        return false
      }
      item.recurrence = .value(recurrence)
    case .pri: item.priority = priority(value[...])
    case .uid: item.uid = UUID(naming: value)
    case .parent: item.parent = .value(UUID(naming: value))
    case .note: item.notes = value
    case .list: item.list = .value(value)
    case .title: item.title = value
    }
    return true
  }

  private func priority(_ letter: Substring) -> Priority {
    switch letter {
    case "A": .high
    case "B": .medium
    default: .low
    }
  }

  private func day(_ word: Substring) -> Date? {
    guard word.utf8.count == 10 else { return nil }
    return TimestampText.date(word, options.calendar.timeZone).map { options.calendar.startOfDay(for: $0) }
  }

  private func time(_ text: String, on date: Date) -> Date? {
    let parts = text.split(separator: ":").map { Int($0) ?? -1 }
    guard (2...3).contains(parts.count), (0..<24).contains(parts[0]), parts.dropFirst().allSatisfy((0..<60).contains)
    else { return nil }
    return options.calendar.date(
      bySettingHour: parts[0], minute: parts[1], second: parts.count == 3 ? parts[2] : 0,
      of: options.calendar.startOfDay(for: date))
  }
}
