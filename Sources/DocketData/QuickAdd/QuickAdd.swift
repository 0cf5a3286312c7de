import Foundation

/// An item as it is typed in one line: `Buy milk #home !high @tomorrow >Groceries every:week`.
///
/// Tokens can stand anywhere. What is not understood belongs to the title; a backslash before a token makes it a part
/// of the title too.
public struct QuickAdd: Hashable, Sendable {
  /// A part of the line that was understood, and where it stands.
  public struct Token: Hashable, Sendable {
    /// What it says.
    public let meaning: Meaning
    /// The characters of the line, counted from 0.
    public let range: Range<Int>
  }

  /// What a token can say.
  public enum Meaning: Hashable, Sendable {
    /// The item gets a tag.
    case tag(String)
    /// How much it matters.
    case priority(Priority)
    /// When it is due.
    case due(DateSpan)
    /// The list it goes to.
    case list(String)
    /// How it comes again.
    case recurrence(Recurrence)
  }

  /// The title: the line without its tokens.
  public let title: String
  /// What was understood, in the order of the line.
  public let tokens: [Token]

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: what was typed.
  ///   - reference: what dates are relative to.
  public init(_ line: String, _ reference: DateReference = DateReference()) {
    var parser = QuickAddParser(line, reference)
    parser.parse()
    title = parser.title
    tokens = parser.tokens
  }

  /// The tags, each once, in their order.
  public var tags: [String] {
    var seen: Set<String> = []
    return tokens.compactMap { token in
      guard case .tag(let name) = token.meaning, seen.insert(TagName.key(of: name)).inserted else { return nil }
      return name
    }
  }

  /// The priority; the last one counts, if there are several, here and below.
  public var priority: Priority? { last { if case .priority(let priority) = $0 { priority } else { nil } } }

  /// When the item is due.
  public var dueAt: Date? { last { if case .due(let span) = $0 { span.due } else { nil } } }

  /// The name of the list.
  public var list: String? { last { if case .list(let name) = $0 { name } else { nil } } }

  /// How the item comes again.
  public var recurrence: Recurrence? { last { if case .recurrence(let recurrence) = $0 { recurrence } else { nil } } }

  private func last<Value>(_ value: (Meaning) -> Value?) -> Value? { tokens.compactMap { value($0.meaning) }.last }

  /// The item that was typed.
  ///
  /// - Parameter timestamp: when it is added.
  public func newItem(timestamp: Date = Date()) -> NewItem {
    NewItem(
      title: title, timestamp: timestamp, priority: priority ?? .none, dueAt: dueAt, recurrence: recurrence,
      tags: tags, list: list)
  }
}
