import Foundation

/// The words of a line of todo.txt, and the values of its `key:value` pairs, which have no white space.
enum TodoTxtText {
  /// A text with `%XX` for everything but letters, digits and a few signs.
  static func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }

  static func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }

  private static let allowed = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+")

  /// The words of a text in a line, where only spaces separate words.
  static func words(_ text: String) -> [Substring] {
    text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } }
  }

  /// Whether a word has no special meaning in a line.
  static func isPlainWord(_ word: Substring) -> Bool {
    if word.hasPrefix("+") || word.hasPrefix("@") { return word.count == 1 }
    guard let colon = word.firstIndex(of: ":") else { return true }
    return TodoTxtKey(rawValue: String(word[..<colon])) == nil || word.index(after: colon) == word.endIndex
  }

  /// The key of a pair `key:value`; nil for words such as `12:30` and `http://example.org`.
  static func key(_ word: some StringProtocol) -> String? {
    let scalars = word.unicodeScalars
    guard let first = scalars.first, isLetter(first), let colon = scalars.firstIndex(of: ":") else { return nil }
    let (key, value) = (scalars[..<colon], scalars[scalars.index(after: colon)...])
    guard key.allSatisfy({ isLetter($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" }),
      let start = value.first, start != "/", !value.contains(":")
    else { return nil }
    return String(String.UnicodeScalarView(key))
  }

  /// Whether a word of the rest of a line is a pair that can be kept.
  static func isPair(_ word: Substring) -> Bool { key(word) != nil && fieldName(String(word)) != nil }

  /// Whether a line gives the words of a title back as a title, whatever pairs come after them.
  ///
  /// Pairs belong to it if a word that is none comes after them, unless they have a day.
  static func isReadAsTitle(_ words: [Substring]) -> Bool {
    guard let last = words.last else { return false }
    return !isPair(last) && words.allSatisfy { !isPair($0) || !hasDay($0) }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Whether the value of a pair is a day, as in `t:2026-12-24`.
  static func hasDay(_ word: some StringProtocol) -> Bool {
    word.firstIndex(of: ":").map { CalendarDay(word[word.index(after: $0)...]) != nil } ?? false
  }
}

/// Which words of a line are kept with an item, and which of them are written again.
extension TodoTxtText {
  /// Stands for a missing creation date, so that none is written again.
  static let noCreation = ForeignField(name: "created", text: "created:")
  /// Stands for a creation date that differs from the item's, which never changes.
  static func creation(_ day: CalendarDay) -> ForeignField {
    ForeignField(name: noCreation.name, text: "\(noCreation.text)=\(day.text)")
  }

  /// Stands for a missing completion date.
  static let noCompletion = ForeignField(name: "completed", text: "completed:")
  /// The name of the field with all words of a line, which is kept for their order.
  static let order = "order of words"

  /// The name of a kept word: a key, or a tag in lower case after its sign; nil if it can't be a word.
  static func fieldName(_ word: String) -> String? {
    // Other white space does not separate words; but control characters do not belong in a file.
    guard !word.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
    guard !word.unicodeScalars.contains(" ") else { return order }
    if [noCreation.text, noCompletion.text].contains(word) { return String(word.dropLast()) }
    if word.hasPrefix(noCreation.text + "=") { return noCreation.name }
    guard word.count > 1, let sign = word.first, sign == "+" || sign == "@" else {
      // Another program's pair with such a name is another field.
      return key(word).map { [noCreation.name, noCompletion.name].contains($0) ? "\($0):" : $0 }
    }
    return (try? TagName(word.dropFirst())).map { tagName(sign, $0.text) }
  }

  /// The name of a kept tag, which is a project or a context.
  static func tagName(_ sign: Character, _ tag: String) -> String { "\(sign)\(TagName.key(of: tag))" }

  /// The field that keeps the spelling of a list.
  static func list(_ name: String) -> ForeignField {
    ForeignField(name: TodoTxtKey.list.rawValue, text: "\(TodoTxtKey.list.rawValue):\(encoded(name))")
  }

  static func isTag(_ field: ForeignField) -> Bool { field.name.hasPrefix("+") || field.name.hasPrefix("@") }

  /// Whether a word is kept only for its spelling.
  static func isSpelling(_ field: ForeignField) -> Bool {
    switch field.name {
    case "created", "completed", "pri", "uid", "parent", "list", order: true
    case "rec": rule(value(field.text), DateReference(now: .distantPast)) != nil
    default: isTag(field)
    }
  }

  static func value(_ word: String) -> String {
    word.firstIndex(of: ":").map { String(word[word.index(after: $0)...]) } ?? ""
  }

  /// How an item repeats: `+2w` counts from the due date, `2w` from completion, as other programs mean them; or what people
  /// type.
  ///
  /// - Parameter reference: what a date after `until` is relative to.
  static func rule(_ value: String, _ reference: DateReference) -> RecurrenceRule? {
    let text = decoded(value)
    if text.hasPrefix("+") { return RecurrencePhrase.rule(of: text.dropFirst(), reference) }
    let isCounted = text.wholeMatch(of: /[0-9]+[dwmyDWMY]/) != nil
    guard isCounted, let interval = Recurrence(rawValue: text) else {
      return RecurrencePhrase.rule(of: text, reference)
    }
    return RecurrenceRule.afterCompletion(interval)
  }

  /// What dates in the words of an item are relative to: when it is due, not the present moment.
  static func reference(_ due: Due?, created: Date, _ calendar: Calendar) -> DateReference {
    DateReference(now: due?.date(in: calendar) ?? created, calendar: calendar)
  }

  /// A repeat interval as other programs know it; or a rule that says more, as it is.
  static func text(_ rule: RecurrenceRule) -> String {
    func short(_ interval: Recurrence) -> String { "\(interval.interval)\(interval.unit.rawValue.prefix(1))" }
    if let interval = rule.recurrence { return "+" + short(interval) }
    return rule.completionInterval.map(short) ?? rule.rawValue
  }

  /// Blockers as a pair; the pair of those that are neither in the file nor in the store is kept.
  static func blockers(_ uuids: [UUID]) -> String {
    "\(TodoTxtKey.after.rawValue):" + uuids.map(\.uuidString).joined(separator: ",")
  }

  static func field(missing: [UUID]) -> ForeignField {
    ForeignField(name: TodoTxtKey.after.rawValue, text: missing.isEmpty ? "" : blockers(missing))
  }

  /// UUIDs with commas between them; nil for another program's value.
  static func uuids(_ value: String) -> [UUID]? {
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    let uuids = parts.compactMap { UUID(uuidString: String($0)) }
    return uuids.count == parts.count ? uuids : nil
  }

  static func priority(_ letter: some StringProtocol) -> Priority {
    switch letter {
    case "A": .high
    case "B": .medium
    default: .low
    }
  }

  static func letter(_ priority: Priority) -> String? {
    switch priority {
    case .none: nil
    case .low: "C"
    case .medium: "B"
    case .high: "A"
    }
  }

  /// Whether a kept word agrees with the item, or says something that an item has no place for.
  static func isStillTrue(_ field: ForeignField, of item: ItemValues, _ calendar: Calendar) -> Bool {
    let value = value(field.text)
    return switch field.name {
    case "pri": priority(value) == item.priority
    case "rec": rule(value, reference(item.due, created: item.createTimestamp, calendar)) == item.rule
    case "uid": UUID(naming: value) == item.uid
    case "parent": UUID(naming: value) == item.parentUID
    case "due": item.due == nil
    case "t": item.start == nil
    case "t-at": item.start?.day != nil
    case "created": true
    case "completed": item.completedAt == item.createTimestamp
    case "at": item.due?.day != nil
    case "list": NameSpelling.isList(decoded(value), item.list)
    case "note", "title": false
    default: !isTag(field) || item.tags.contains { TagName.key(of: $0) == field.name.dropFirst() }
    }
  }
}

/// The keys of pairs that docket reads and writes.
enum TodoTxtKey: String {
  case due
  /// The time of the due date.
  case at
  /// The start date, which other programs call a threshold.
  case t
  /// The time of the start date.
  case startTime = "t-at"
  case rec, pri, uid, parent, note
  /// What has to be done before.
  case after
  /// The first due date of a series.
  case anchor
  /// A list whose name has white space.
  case list
  /// A title that a line can't contain as it is.
  case title
}
