import Foundation

/// Keeps fields of a file with the items of the store, and counts those without a meaning here.
struct FieldKeeper {
  private let format: InterchangeFormat
  private let calendar: Calendar
  /// The numbers of kept fields without a meaning here, by name.
  private(set) var counts: [String: Int] = [:]

  init(_ format: InterchangeFormat, _ calendar: Calendar) {
    self.format = format
    self.calendar = calendar
  }

  /// The values of an item before an import changes it; nil if they are not needed.
  func values(before item: Item) -> ItemValues? { item.extra == nil ? nil : ItemValues(item) }

  /// Keeps fields of a file with an item that has all its new values.
  ///
  /// - Parameter before: the item's values before; nil if nothing was kept with it.
  mutating func keep(_ imported: ImportedItem, with item: Item, _ before: ItemValues? = nil) {
    keep(imported.kept + creation(imported, item) + names(imported, item), with: item, before)
    guard let line = imported.line else { return }
    // The words of the line depend on the new values.
    keep([TodoTxtLine(ItemValues(item), calendar).order(asIn: line)].compactMap(\.self), with: item, before)
  }

  private mutating func keep(_ fields: [ForeignField], with item: Item, _ before: ItemValues?) {
    // Most files are plain, and most items have no kept fields.
    guard !fields.isEmpty, item.extra != nil || !fields.allSatisfy(\.text.isEmpty) else { return }
    let extra = ItemExtra.adding(fields, of: format, to: item.extra, removing: isRemovable(item, before))
    if extra != item.extra { item.extra = extra }
    for field in fields where !field.text.isEmpty && !format.understands(field, among: fields) {
      counts[field.name, default: 0] += 1
    }
  }

  /// Keeps the blockers that are neither in the file nor in the store, instead of those that were kept before.
  mutating func keep(missing: [UUID], with item: Item) {
    guard let field = format.field(missing: missing) else { return }
    let extra = ItemExtra.adding([field], of: format, to: item.extra) { _ in true }
    if extra != item.extra { item.extra = extra }
    if !missing.isEmpty { counts[format.missingName, default: 0] += missing.count }
  }

  /// Whether blockers are kept with an item that were nowhere.
  func hasMissing(_ item: Item) -> Bool {
    guard let extra = item.extra, let name = format.field(missing: [])?.name else { return false }
    return extra.fields(of: format).contains { $0.name == name }
  }

  /// Whether a file only says again what was kept under a name.
  func repeats(_ name: String, _ imported: ImportedItem, _ item: Item) -> Bool {
    let kept = item.extra?.fields(of: format).first { $0.name == name }
    return kept != nil && kept == imported.kept.first { $0.name == name }
  }

  /// The start date that a file asks for; of an item whose other start date is kept, the later one.
  func start(_ imported: ImportedItem, _ item: Item) throws -> Replacement<Due>? {
    guard format == .taskwarrior, imported.start != nil, let extra = item.extra else { return imported.start }
    return try TaskwarriorText.start(imported, extra.fields(of: format), calendar)
  }

  /// Whether an open item was made of the template of a recurring task.
  func isTemplate(_ item: Item) -> Bool {
    let fields = item.isDone ? [] : item.extra?.fields(of: format) ?? []
    return fields.contains { $0.name == "status" && $0.text == #""recurring""# }
  }

  /// The place of an item among the instances of its template; nil if it is none.
  func instance(_ item: Item) -> Int? {
    let field = item.extra?.fields(of: format).first { $0.name == "imask" }
    return field.flatMap { JSONNode(text: $0.text) }.flatMap(TaskwarriorSeries.index)
  }

  /// The creation date of a line of todo.txt, to keep if an existing item has another one.
  private func creation(_ imported: ImportedItem, _ item: Item) -> [ForeignField] {
    guard format == .todotxt, let created = imported.created else { return [] }
    let day = CalendarDay(created, in: calendar.timeZone)
    let isSame = day == CalendarDay(item.createTimestamp, in: calendar.timeZone)
    return [isSame ? TodoTxtText.noCreation.removed : TodoTxtText.creation(day)]
  }

  /// The tags and the list, to keep if their spelling differs.
  ///
  /// Names are stored in the spelling that came first; case does not matter here, but it does in other programs.
  private func names(_ imported: ImportedItem, _ item: Item) -> [ForeignField] {
    let isSame = imported.tags.map { $0 == item.tags.map(\.name) } ?? true
    let tags = isSame ? imported.tagFields.map(\.removed) : imported.tagFields
    guard let list = imported.listField else { return tags }
    return tags + [imported.list?.value == item.list?.name ? list.removed : list]
  }

  /// Whether a kept field is removed when the file has an empty or a plain one instead.
  ///
  /// It is, if an export of the item as it was, or as it is, writes it. Otherwise the item was changed here, and the file
  /// only repeats that change, which may still be undone.
  private func isRemovable(_ item: Item, _ before: ItemValues?) -> (ForeignField) -> Bool {
    guard let extra = item.extra else { return { _ in true } }
    let kept = extra.fields(of: format)
    let states = [before, ItemValues(item)].compactMap(\.self)
    let written = Set(states.flatMap { format.written(kept, of: $0, calendar) })
    return written.contains
  }
}

/// Compares the names in a kept field with those of an item; case does not matter.
enum NameSpelling {
  static func areTags(_ texts: [String], _ tags: [String]) -> Bool {
    var seen: Set<String> = []
    let keys = texts.map { (try? TagName($0))?.key }
    // A tag may be repeated in a file.
    return keys.filter { $0.map { seen.insert($0).inserted } ?? true } == tags.map { TagName.key(of: $0) }
  }

  static func isList(_ text: String, _ list: String?) -> Bool {
    guard let list, let name = try? ListName(text) else { return false }
    return name.key == TagName.key(of: list)
  }
}
