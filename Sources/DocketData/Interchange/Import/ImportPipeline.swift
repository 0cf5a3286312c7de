import Foundation

/// A part of a file, parsed and validated.
struct ParsedPortion: Sendable {
  fileprivate(set) var items: [ImportedItem] = []
  /// The names of tags that no item had before, in the order in which they came.
  fileprivate(set) var newTags: [String] = []
  /// The names of lists that no item had before, in the order in which they came.
  fileprivate(set) var newLists: [String] = []
  /// What is wrong with the items that were left out.
  fileprivate(set) var problems: [InterchangeError] = []
  /// How many bytes were read up to its end.
  fileprivate(set) var offset = 0
}

/// Parses a file on a thread of its own, a little ahead of whoever writes what was parsed.
///
/// One portion at most waits to be taken, so memory does not grow with the file.
// Sound as `@unchecked Sendable`: `state` is touched only while `condition` is locked.
final class ImportPipeline: @unchecked Sendable {
  private enum End {
    case finished(ReaderCounts)
    case failed(any Error)
  }

  private struct State {
    var portions: [ParsedPortion] = []
    var end: End?
    var isCancelled = false
  }

  private static let maxWaiting = 1
  private static let portionSize = 2_000

  private let condition = NSCondition()
  private var state = State()

  /// Begins to parse.
  ///
  /// - Parameter read: returns at most so many further bytes, none at the end; called on the thread.
  init(_ format: InterchangeFormat, _ options: ImportOptions, _ read: @escaping @Sendable (Int) throws -> Data) {
    // The thread keeps the pipeline until it ends: at the end of the file, or when it is cancelled.
    Thread.detachNewThread { [self] in
      var parser = ImportParser(format, options, read)
      end(parse: { try self.parse(&parser) })
    }
  }

  /// Takes the next portion; nil at the end of the file.
  ///
  /// - Throws: what reading or parsing threw, once the portions before it are taken.
  func next() throws -> ParsedPortion? {
    condition.lock()
    defer { condition.unlock() }
    while state.portions.isEmpty, state.end == nil { condition.wait() }
    guard state.portions.isEmpty else {
      condition.signal()
      return state.portions.removeFirst()
    }
    if case .failed(let error) = state.end { throw error }
    return nil
  }

  /// What the reader counted, once `next` has returned nil.
  var counts: ReaderCounts {
    condition.lock()
    defer { condition.unlock() }
    if case .finished(let counts) = state.end { return counts }
    return ReaderCounts()
  }

  /// Ends the thread, at its next portion at the latest.
  func cancel() {
    condition.lock()
    defer { condition.unlock() }
    state.isCancelled = true
    condition.signal()
  }

  // MARK: - On the thread

  private func parse(_ parser: inout ImportParser) throws -> ReaderCounts {
    while let portion = try parser.portion(of: Self.portionSize) {
      guard wait(handing: portion) else { break }
    }
    return parser.counts
  }

  private func end(parse: () throws -> ReaderCounts) {
    let end: End
    do { end = .finished(try parse()) } catch { end = .failed(error) }
    condition.lock()
    defer { condition.unlock() }
    state.end = end
    condition.signal()
  }

  /// - Returns: false if nobody wants more.
  private func wait(handing portion: ParsedPortion) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while state.portions.count >= Self.maxWaiting, !state.isCancelled { condition.wait() }
    state.portions.append(portion)
    condition.signal()
    return !state.isCancelled
  }
}

/// Reads items, leaves out those with values that no item can have, and says why.
private struct ImportParser {
  private var reader: any ItemReader
  private let keepsGoing: Bool
  private var tags = NameCheck<TagName>()
  private var lists = NameCheck<ListName>()
  private var isAtEnd = false

  init(_ format: InterchangeFormat, _ options: ImportOptions, _ read: @escaping (Int) throws -> Data) {
    reader = format.reader(ByteReader(read), options)
    keepsGoing = options.keepsGoing
  }

  var counts: ReaderCounts { ReaderCounts(reader) }

  /// The next items; nil at the end.
  ///
  /// - Throws: `InterchangeError` for the first invalid item, unless it may be left out.
  mutating func portion(of size: Int) throws -> ParsedPortion? {
    var portion = ParsedPortion()
    while portion.items.count < size, !isAtEnd {
      do {
        guard let item = try reader.next() else {
          isAtEnd = true
          break
        }
        try validate(item)
        // Of items that are left out nothing is created.
        for tag in item.tags ?? [] where tags.isNew(tag) { portion.newTags.append(tag) }
        if let list = item.list?.value, lists.isNew(list) { portion.newLists.append(list) }
        portion.items.append(item)
      } catch let problem as InterchangeError where keepsGoing || problem.isAlwaysLeftOut {
        portion.problems.append(problem)
        if !problem.isRecoverable { isAtEnd = true }
      }
    }
    portion.offset = reader.offset
    return portion.items.isEmpty && portion.problems.isEmpty ? nil : portion
  }

  private mutating func validate(_ item: ImportedItem) throws {
    try Self.validate(.title, of: item) { _ = try ItemTitle(item.title) }
    try Self.validate(.tags, of: item) { for tag in item.tags ?? [] { try tags.validate(tag) } }
    try Self.validate(.list, of: item) { if let list = item.list?.value { try lists.validate(list) } }
  }

  private static func validate(
    _ value: ImportedItem.ValidatedValue, of item: ImportedItem, _ body: () throws -> Void
  ) throws {
    do { try body() } catch let error as ItemError {
      throw InterchangeError(error.description, at: item.position(of: value))
    }
  }
}

/// The names that a file has had: the same few come again and again.
private struct NameCheck<Name: UniqueName> {
  /// Valid names, each with whether an item that is imported has it.
  private var names: [String: Bool] = [:]

  /// - Throws: `ItemError` if the text can't be such a name.
  mutating func validate(_ text: String) throws {
    guard names[text] == nil else { return }
    _ = try Name(text)
    names[text] = false
  }

  /// Whether no item had a valid name before.
  mutating func isNew(_ text: String) -> Bool {
    guard names[text] == false else { return false }
    names[text] = true
    return true
  }
}
