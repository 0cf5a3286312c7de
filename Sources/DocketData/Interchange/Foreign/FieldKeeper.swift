import Foundation

/// Keeps fields of a file with the items of the store, and counts those that are not understood.
struct FieldKeeper {
  let format: InterchangeFormat
  let calendar: Calendar
  /// How many fields were kept that are not understood, by their names.
  private(set) var counts: [String: Int] = [:]

  init(_ format: InterchangeFormat, _ calendar: Calendar) {
    self.format = format
    self.calendar = calendar
  }

  /// What has to be known of an item before it becomes what the file says; nil for nothing.
  func values(before item: Item) -> ItemValues? { item.extra == nil ? nil : ItemValues(item) }

  /// Keeps what a file says of an item that has all its new values.
  ///
  /// - Parameter before: what the item was; nil if nothing was kept with it.
  mutating func keep(_ imported: ImportedItem, with item: Item, _ before: ItemValues? = nil) {
    keep(imported.kept + creation(imported, item) + names(imported, item), with: item, before)
    guard let line = imported.line else { return }
    // It is known only now which words a line would have.
    keep([TodoTxtLine(ItemValues(item), calendar).order(asIn: line)].compactMap(\.self), with: item, before)
  }

  private mutating func keep(_ fields: [ForeignField], with item: Item, _ before: ItemValues?) {
    // Most files are plain, and most items have nothing that could be taken away.
    guard !fields.isEmpty, item.extra != nil || !fields.allSatisfy(\.text.isEmpty) else { return }
    let extra = ItemExtra.adding(fields, of: format, to: item.extra, removing: isRemovable(item, before))
    if extra != item.extra { item.extra = extra }
    for field in fields where !field.text.isEmpty && !format.understands(field) {
      counts[field.name, default: 0] += 1
    }
  }

  /// What is kept of the date of creation that a line of todo.txt has: an item that is there keeps its own.
  private func creation(_ imported: ImportedItem, _ item: Item) -> [ForeignField] {
    guard format == .todotxt, let created = imported.created else { return [] }
    let day = CalendarDay(created, in: calendar.timeZone)
    let isSame = day == CalendarDay(item.createTimestamp, in: calendar.timeZone)
    return [isSame ? TodoTxtText.noCreation.removed : TodoTxtText.creation(day)]
  }

  /// What is kept of the tags and the list.
  ///
  /// The case of a name does not count here, and the first spelling that came is stored; in other programs it counts.
  private func names(_ imported: ImportedItem, _ item: Item) -> [ForeignField] {
    let isSame = imported.tags.map { $0 == item.tags.map(\.name) } ?? true
    let tags = isSame ? imported.tagFields.map(\.removed) : imported.tagFields
    guard let list = imported.listField else { return tags }
    return tags + [imported.list?.value == item.list?.name ? list.removed : list]
  }

  /// Whether a kept field goes away when the file has an empty or a plain one in its place.
  ///
  /// It does if it was written of what the item was, or would be written of what it is. If it was written of neither, the
  /// item had become something else here, and the file repeats that: it is no news, and it may be undone.
  private func isRemovable(_ item: Item, _ before: ItemValues?) -> (ForeignField) -> Bool {
    guard let extra = item.extra else { return { _ in true } }
    let kept = extra.fields(of: format)
    let states = [before, ItemValues(item)].compactMap(\.self)
    let written = Set(states.flatMap { format.written(kept, of: $0, calendar) })
    return written.contains
  }
}

/// Names of tags and lists in a kept field: they say what an item does as long as nothing but their case is different.
enum NameSpelling {
  /// Whether texts name these tags, in this order.
  static func areTags(_ texts: [String], _ tags: [String]) -> Bool {
    var seen: Set<String> = []
    let keys = texts.map { (try? TagName($0))?.key }
    // What an item has twice in a file it has once here.
    return keys.filter { $0.map { seen.insert($0).inserted } ?? true } == tags.map { TagName.key(of: $0) }
  }

  /// Whether a text names this list.
  static func isList(_ text: String, _ list: String?) -> Bool {
    guard let list, let name = try? ListName(text) else { return false }
    return name.key == TagName.key(of: list)
  }
}
