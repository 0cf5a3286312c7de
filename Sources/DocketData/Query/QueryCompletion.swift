/// What may follow the beginning of a query: the kind of its last term, as far as that is typed.
public struct QueryCompletion: Hashable, Sendable {
  /// What the end of the text is about.
  public enum Kind: Hashable, Sendable {
    /// A word, or the beginning of a term such as `is:`.
    case term
    /// The name of a tag, after its mark or `tag:`.
    case tag
    /// The name of a list, after `list:` or `list:=`.
    case list
    /// The name of a field of another format, after `extra.`.
    case extra
    /// The number of an item, or one of some words.
    case item([String])
    /// One of some values.
    case value([String])
  }

  /// The text before what is completed; it stays as it is.
  public let head: String
  /// What is completed, without quotation marks.
  public let typed: String
  /// What it is about.
  public let kind: Kind

  /// - Parameter text: the query up to the cursor.
  public init(of text: String) {
    let term = text[Self.lastTerm(of: text)...]
    let rest = term.drop { "(-".contains($0) }
    let head = text[..<rest.startIndex]
    if rest.hasPrefix("#") {
      self.init(head + "#", rest.dropFirst(), .tag)
    } else if let colon = rest.firstIndex(of: ":"), let key = QueryKey(rawValue: rest[..<colon].lowercased()) {
      self.init(key, String(head) + rest[...colon], rest[rest.index(after: colon)...])
    } else if rest.lowercased().hasPrefix(Self.extra), !rest.contains(":") {
      self.init(String(head) + rest.prefix(Self.extra.count), rest.dropFirst(Self.extra.count), .extra)
    } else {
      self.init(head, rest, .term)
    }
  }

  private init(_ head: some StringProtocol, _ typed: Substring, _ kind: Kind) {
    (self.head, self.typed, self.kind) = (String(head), String(typed.drop { $0 == "\"" }), kind)
  }

  private init(_ key: QueryKey, _ head: String, _ value: Substring) {
    switch key {
    case .list where value.hasPrefix("="): self.init(head + "=", value.dropFirst(), .list)
    case .list: self.init(head, value, .list)
    case .tag: self.init(head, value, .tag)
    case .is: self.init(head, value, .value(QueryState.allCases.map(\.rawValue)))
    case .prio, .priority:
      let comparison = value.prefix { "<>=".contains($0) }
      self.init(head + comparison, value.dropFirst(comparison.count), .value(Priority.allCases.map(\.name)))
    case .sort:
      let sign = value.prefix { $0 == "-" }
      self.init(head + sign, value.dropFirst(sign.count), .value(ItemOrder.Key.allCases.map(\.rawValue)))
    case .due, .start, .created, .updated, .done:
      let comparison = value.prefix { "<>=".contains($0) }
      self.init(head + comparison, value.dropFirst(comparison.count), .value(Self.dates))
    case .after: self.init(head, value, .item(["none", "any"]))
    }
  }

  private static let dates =
    DateForm.all.map { $0.examples[0] }.filter { !$0.contains { $0.isWhitespace } } + ["none", "any"]

  /// The beginning of the last term; white space between quotation marks is none.
  private static func lastTerm(of text: String) -> String.Index {
    var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character.isWhitespace, !isQuoted {
        start = text.index(after: index)
      }
    }
    return start
  }

  // MARK: - What is inserted

  private static let extra = "extra."

  /// The text with a name of a tag, a list or a field at its end, in quotation marks if it needs them.
  public func text(naming name: String) -> String {
    if kind == .extra { return head + ExtraField.spelled(name) + ":" }
    // The mark of a tag is not a part of its name, unless there are two.
    let name = kind == .tag && name.hasPrefix("#") ? "#" + name : name
    return head + (name.isPlainInQuery ? name : NamedQuery.quoted(name))
  }

  /// What else has a meaning in a query, by examples.
  public static let marks: [(text: String, meaning: String)] = [
    ("buy milk", "both words, in title or notes"), ("\"buy milk\"", "these words, one behind the other"),
    ("-milk", "not this; also before a term or a group"), ("#home", "a tag"),
    ("due:<+7d", "<, <=, > or >= before dates and priorities"),
    ("due:none", "without one; due:any with one"), ("milk or bread", "either side"),
    ("not (a or b)", "parentheses group"), ("\\#1", "a backslash makes a mark an ordinary word"),
  ]

  /// The beginnings of terms, with what may follow.
  public static let terms: [(text: String, meaning: String)] =
    QueryKey.allCases.compactMap { key in
      key.meaning.map { (key.rawValue + ":", $0) }
    } + [(extra, "a field of another format")]
}

extension String {
  /// Whether it stands for itself at the end of a term.
  fileprivate var isPlainInQuery: Bool {
    !isEmpty && first != "=" && lowercased() != "none" && !contains { $0.isWhitespace || "\"\\()".contains($0) }
  }
}

extension QueryKey {
  /// What it finds, in a few words; nil for another spelling.
  fileprivate var meaning: String? {
    switch self {
    case .list: "what is on a list, and on those below it"
    case .is: QueryState.allCases.map(\.rawValue).joined(separator: ", ")
    case .prio: "the priority"
    case .priority: nil
    case .due: "the due date"
    case .start: "the start date"
    case .created: "when it was added"
    case .updated: "when it was changed last"
    case .done: "when it was done"
    case .after: "what waits for an item"
    case .tag: "what has a tag"
    case .sort: "the order"
    }
  }
}
