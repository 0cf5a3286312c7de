import Foundation

/// A search as people type it: the same in the search line, on the command line, and in saved filters.
///
/// Words and quoted phrases are looked for in title and notes; `-` before a term excludes. `#tag`, `tag:none`,
/// `list:work`, `list:none`, `is:open|done|overdue|today|recurring`, `prio:high`, `prio:>=medium`, `due:today`,
/// `due:<+7d`, `due:none`, `due:any`, `created:`, `updated:` and `done:` likewise, `sort:due`, `sort:-created`. A
/// backslash makes the next character an ordinary one. All terms must match.
public struct ItemQuery: Hashable, Sendable {
  /// The query as it was typed.
  public let text: String
  /// The conditions, in their order.
  public let terms: [QueryTerm]
  /// The orders that were asked for, the first one first; empty if none was.
  public let orders: [ItemOrder]
  /// What its dates are relative to.
  public let reference: DateReference

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - text: the query; an empty one asks for everything.
  ///   - reference: what its dates are relative to.
  /// - Throws: `QueryError` for the first term that makes no sense.
  public init(_ text: String, _ reference: DateReference = DateReference()) throws(QueryError) {
    var parser = QueryParser(reference)
    try parser.parse(text)
    self.text = text
    self.reference = reference
    terms = parser.terms
    orders = parser.orders
  }

  /// The texts that matching titles and notes contain, to be highlighted.
  public var highlights: [String] {
    terms.compactMap { term in
      if case .text(let text) = term.condition, !term.isNegated { text } else { nil }
    }
  }

  /// The query without its `sort:` terms asks for everything.
  public var isEmpty: Bool { terms.isEmpty }
}
