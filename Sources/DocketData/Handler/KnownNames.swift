import SwiftData

/// The tags and lists that one command asked for already.
struct KnownNames {
  private let findTag: (String) throws -> ItemTag?
  private let findList: (String) throws -> ItemList
  private var tags: [String: ItemTag] = [:]
  private var lists: [String: ItemList] = [:]
  /// The keys of names as they were written: the same few come again and again.
  private var tagKeys: [String: String] = [:]
  private var listKeys: [String: String] = [:]

  /// - Parameters:
  ///   - findTag: finds or makes the tag of a name.
  ///   - findList: finds or makes the list of a name.
  init(findTag: @escaping (String) throws -> ItemTag?, findList: @escaping (String) throws -> ItemList) {
    self.findTag = findTag
    self.findList = findList
  }

  /// The tags of names, each once.
  mutating func tags(_ names: [String]) throws -> [ItemTag] {
    var seen: Set<String> = []
    return try names.compactMap { name in
      let key = try tagKey(name)
      guard seen.insert(key).inserted else { return nil }
      if let tag = tags[key] { return tag }
      tags[key] = try findTag(name)
      return tags[key]
    }
  }

  /// The list of a name.
  mutating func list(_ name: String) throws -> ItemList {
    let key = try listKey(name)
    if let list = lists[key] { return list }
    let list = try findList(name)
    lists[key] = list
    return list
  }

  /// What tells the tag of a name from others.
  ///
  /// - Throws: `ItemError.unusableTag`.
  @discardableResult
  mutating func tagKey(_ name: String) throws -> String {
    if let key = tagKeys[name] { return key }
    let key = try TagName(name).key
    tagKeys[name] = key
    return key
  }

  /// What tells the list of a name from others.
  ///
  /// - Throws: `ItemError.unusableList`.
  @discardableResult
  mutating func listKey(_ name: String) throws -> String {
    if let key = listKeys[name] { return key }
    let key = try ListName(name).key
    listKeys[name] = key
    return key
  }
}

extension DataHandler {
  /// Makes the tags and lists of many items before the items get them.
  ///
  /// A tag that is saved does not have to know its items, while one that is not would have to look through all that it
  /// got before for each further one.
  func makeNames(
    tags: some Sequence<[String]>, lists: some Sequence<String>, _ names: inout KnownNames, _ recorder: JournalRecorder
  ) throws {
    for tags in tags { _ = try names.tags(tags) }
    for list in lists { _ = try names.list(list) }
    if recorder.needsSaveFirst { try modelContext.save() }
  }

  /// The names of one command.
  func knownNames(_ recorder: JournalRecorder) -> KnownNames {
    KnownNames(
      findTag: { try self.tags(named: [$0], recorder).first }, findList: { try self.list(named: $0, recorder) })
  }
}
