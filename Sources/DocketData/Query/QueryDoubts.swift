import Foundation
import SwiftData

/// Why a query that finds nothing may not mean what a person wanted: a name that nothing has, or a word that looks like an
/// operator.
extension ItemQuery {
  /// More of them would not be read.
  private static let maxDoubts = 3

  /// What is doubtful about the query, as clauses: "there is no list “nosuch”"; empty for a query without doubts.
  ///
  /// - Complexity: one look-up in an index for each name.
  public func doubts(in context: ModelContext) -> [String] {
    let characters = Array(text)
    return Array(doubts(terms, characters, context).prefix(Self.maxDoubts))
  }

  /// What is doubtful about the dates of the query, whether it finds something or not: "“fri” is looked for as a word;
  /// write due:fri 5pm".
  public var doubtsOfDates: [String] { doubtsOfDates(terms, Array(text)) }

  private func doubtsOfDates(_ terms: [QueryTerm], _ characters: [Character]) -> [String] {
    terms.flatMap { term -> [String] in
      if case .any(let alternatives) = term.condition {
        return zip(alternatives, bareDates(alternatives, characters)).flatMap { terms, bareDate in
          bareDate.map { [$0] } ?? doubtsOfDates(terms, characters)
        }
      }
      guard case .date = term.condition, term.range.upperBound <= characters.count else { return [] }
      let rest = String(characters[term.range.upperBound...])
      return doubt(date: String(characters[term.range]), rest).map { [$0] } ?? []
    }
  }

  private func doubts(_ terms: [QueryTerm], _ characters: [Character], _ context: ModelContext) -> [String] {
    terms.flatMap { term -> [String] in
      if case .date = term.condition { return doubtsOfDates([term], characters) }
      // What is left out need not be there.
      guard !term.isNegated else { return [] }
      if case .any(let alternatives) = term.condition {
        return zip(alternatives, bareDates(alternatives, characters)).flatMap { terms, bareDate in
          bareDate.map { [$0] } ?? doubts(terms, characters, context)
        }
      }
      let isInText = term.range.upperBound <= characters.count
      let typed = isInText ? String(characters[term.range]) : ""
      return Self.doubt(term.condition, typed, context).map { [$0] } ?? []
    }
  }

  /// - Parameter typed: the term as it is typed.
  private static func doubt(_ condition: QueryCondition, _ typed: String, _ context: ModelContext) -> String? {
    switch condition {
    case .list(let key, let withSublists):
      let hasList = context.has(ItemList.self) { #Predicate { $0.key == key } } != false
      // “/” is what follows “.”.
      let (start, end) = (key + ".", key + "/")
      let hasSublist =
        withSublists && context.has(ItemList.self) { #Predicate { $0.key >= start && $0.key < end } } != false
      return hasList || hasSublist ? nil : "there is no list “\(name(typed))”"
    case .tag(let key):
      let hasTag = context.has(ItemTag.self) { #Predicate { $0.key == key } } != false
      return hasTag ? nil : "there is no tag “\(name(typed))”"
    case .isAfter(let number):
      let id = try? context.container.identifier(of: Item.self, primaryKey: number)
      let item: Item? = id.flatMap { try? context.fetchModel(for: $0) }
      return item == nil ? "there is no item \(number)" : nil
    case .text(let text) where text == typed: return doubt(word: text) ?? doubt(name: text, context)
    default: return nil
    }
  }

  /// The name in a term such as `list:="My list"` or `#home`.
  private static func name(_ typed: String) -> String {
    let value = typed.hasPrefix("#") ? typed.dropFirst() : typed.drop { $0 != ":" }.dropFirst()
    return value.filter { $0 != "\"" && $0 != "\\" }.drop { $0 == "=" }.trimmingCharacters(in: .whitespaces)
  }

  // MARK: - Words

  /// - Parameters:
  ///   - typed: a term about a date, as it is typed.
  ///   - rest: what stands behind it.
  private func doubt(date typed: String, _ rest: String) -> String? {
    guard !typed.contains("\""), let colon = typed.firstIndex(of: ":") else { return nil }
    let (_, phrase) = QueryComparison.split(String(typed[typed.index(after: colon)...]))
    let following = rest.prefix { $0 != "(" && $0 != ")" }.split(whereSeparator: \.isWhitespace)
      .prefix(WordsBehindDate.maxWords).map(String.init)
    guard let behind = WordsBehindDate(behind: phrase, following, reference), case .date(let date) = behind.meaning
    else { return nil }
    return "\(Self.isSought(behind.words)); write \(typed.dropLast(phrase.count))\(date)"
  }

  /// What is said of each alternative that is a date alone, as in `due:fri or mon`; nil for the others.
  ///
  /// Alternatives do not share what they are about.
  private func bareDates(_ alternatives: [[QueryTerm]], _ characters: [Character]) -> [String?] {
    /// What the alternative before is about: `due:`, `due:>`.
    var about: String?
    return alternatives.map { terms in
      guard let about, let date = bareDate(terms, characters) else {
        about = terms.last { !$0.isNegated && $0.condition.isDate }.flatMap { Self.subject(of: $0, characters) }
        return nil
      }
      return "\(Self.isSought(date)); write \(about)\(date)"
    }
  }

  /// The words of an alternative as they are typed, if they are a date.
  private func bareDate(_ terms: [QueryTerm], _ characters: [Character]) -> String? {
    guard let first = terms.first?.range, let last = terms.last?.range, last.upperBound <= characters.count,
      terms.allSatisfy({ !$0.isNegated && $0.condition.isText })
    else { return nil }
    let typed = String(characters[first.lowerBound..<last.upperBound])
    return DatePhrase.span(of: typed, reference) == nil ? nil : typed
  }

  /// What a term about a date begins with: `due:>` of `due:>fri`.
  private static func subject(of term: QueryTerm, _ characters: [Character]) -> String? {
    guard term.range.upperBound <= characters.count else { return nil }
    let typed = String(characters[term.range])
    guard let colon = typed.firstIndex(of: ":") else { return nil }
    return String(typed.dropLast(QueryComparison.split(String(typed[typed.index(after: colon)...])).1.count))
  }

  private static func isSought(_ word: String) -> String { "“\(word)” is looked for as a word" }

  private static func doubt(word: String) -> String? {
    let isSought = isSought(word)
    switch word.lowercased() {
    case "and", "&", "&&": return "\(isSought); terms are joined by blanks"
    case "|", "||": return "\(isSought); “or” joins alternatives"
    default: break
    }
    if let state = QueryState(rawValue: word.lowercased()) { return "\(isSought); write is:\(state.rawValue)" }
    if word.hasPrefix("+"), word.count > 1 { return "\(isSought); a tag is #\(word.dropFirst())" }
    if let term = term(ofMark: word) { return "\(isSought); write \(term)" }
    if word.first?.isLetter == true, word.hasSuffix(")"), !word.contains("(") {
      return "\(isSought); leave out “)”, as no “(” stands before it"
    }
    return doubt(comparison: word).map { "\(isSought); \($0)" }
  }

  /// What is said of a word that is the name of a tag or of a list.
  private static func doubt(name word: String, _ context: ModelContext) -> String? {
    let (tag, list) = (TagName.key(of: word), (try? ListName(word))?.key ?? "")
    if context.has(ItemTag.self, { #Predicate { $0.key == tag } }) == true {
      return "\(isSought(word)); the tag is #\(word)"
    }
    return context.has(ItemList.self) { #Predicate { $0.key == list } } == true
      ? "\(isSought(word)); the list is list:\(word)" : nil
  }

  /// What a mark of quick add is in a query; nil for another word.
  private static func term(ofMark word: String) -> String? {
    switch QuickAdd(word).tokens.first?.meaning {
    case .due: "\(QueryKey.due.rawValue):\(word.dropFirst())"
    case .start: "\(QueryKey.start.rawValue):\(word.dropFirst())"
    case .priority: "\(QueryKey.prio.rawValue):\(word.dropFirst())"
    case .list: "\(QueryKey.list.rawValue):\(word.dropFirst())"
    case .tag, .rule, .blockers, nil: nil
    }
  }

  /// What to write instead of `due<fri` or `list=work`; nil for another word.
  private static func term(ofComparison word: String) -> String? {
    guard let start = word.firstIndex(where: { "<>=".contains($0) }),
      let key = QueryKey(rawValue: word[..<start].lowercased())
    else { return nil }
    let value = word[start...].drop { "<>=".contains($0) }
    let typed = String(word[start..<value.startIndex])
    let signs = ["=": "", "==": "", "=>": ">=", "=<": "<="]
    let sign = signs[typed] ?? typed
    let term = "\(key.rawValue):\(sign)\(value)"
    let isUnderstood = (sign.isEmpty || key.hasComparisons) && !value.isEmpty && (try? ItemQuery(term)) != nil
    return isUnderstood ? term : nil
  }

  /// The comparisons of Taskwarrior's attribute modifiers.
  private static let comparisons = [
    "before": "<", "under": "<", "below": "<", "by": "<=", "after": ">", "over": ">", "above": ">", "is": "", "not": "",
  ]

  /// What to write instead of `due.before:eow`; nil for another word.
  private static func doubt(comparison word: String) -> String? {
    if let term = term(ofComparison: word) { return "write \(term)" }
    guard let colon = word.firstIndex(of: ":"), let dot = word[..<colon].firstIndex(of: "."),
      let key = QueryKey(rawValue: word[..<dot].lowercased())
    else { return nil }
    let modifier = word[word.index(after: dot)..<colon].lowercased()
    let value = word[word.index(after: colon)...]
    guard let sign = comparisons[modifier] else { return "there is no term “\(word[...colon])”" }
    let start = modifier == "not" ? "-" : ""
    return "write \(start)\(key.rawValue):\(sign)\(value)"
  }
}

extension DataHandler {
  /// Why a query that finds nothing may not mean what was wanted, as ``ItemQuery/doubts(in:)`` has it.
  public func doubts(about query: ItemQuery) -> [String] { query.doubts(in: modelContext) }
}

extension ModelContext {
  /// Whether a model matches; true if that can't be read.
  fileprivate func has<Model: PersistentModel>(_: Model.Type, _ predicate: () -> Predicate<Model>) -> Bool? {
    var descriptor = FetchDescriptor<Model>(predicate: predicate())
    descriptor.fetchLimit = 1
    return (try? fetchCount(descriptor)).map { $0 > 0 }
  }
}

extension QueryKey {
  fileprivate var hasComparisons: Bool {
    switch self {
    case .prio, .priority, .due, .start, .created, .updated, .done: true
    case .list, .is, .after, .tag, .sort: false
    }
  }
}

extension QueryCondition {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
  fileprivate var isDate: Bool { if case .date = self { true } else { false } }
}
