import Foundation

/// An item as a text that people edit: its fields between two lines of dashes, and below them its notes.
///
/// ```
/// ---
/// title: Renew the certificate
/// state: open
/// priority: high
/// due: 2026-11-21 17:00
/// list: Work
/// tags: ops, mail
/// every: 2weeks
/// ---
///
/// The authority wants the request by mail.
/// ```
///
/// A value with something in it that can't be seen stands between quotation marks, with `\n`, `\t`, `\"`, `\\`, `\u{1b}`.
/// Notes stand as they are, whatever they contain. Lines of the fields that begin with `#` say nothing.
public struct ItemDocument: Hashable, Sendable {
  /// The text.
  public let text: String
  /// What the text says, to tell what somebody changed in it.
  let page: DocumentPage
  let item: ItemValues
  let reference: DateReference

  /// Writes an item down.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - reference: the calendar and time zone of its dates, and what dates that are typed are relative to.
  public init(_ item: ItemValues, _ reference: DateReference = DateReference()) {
    let values = Self.values(of: item, reference)
    let lines = DocumentField.allCases.map { field in
      [field.rawValue + ":", values[field] ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
    text =
      ([DocumentPage.rule] + lines + Self.hints + [DocumentPage.rule, ""]).joined(separator: "\n")
      + DocumentPage.written(item.notes)
    (self.item, self.reference) = (item, reference)
    do {
      page = try DocumentPage(text)
    } catch {
      preconditionFailure("what is written can be read: \(error)")
    }
  }

  private static let hints = [
    "# priority: none, low, medium, high · due: today, fri 17:00, +3d, 2026-12-24",
    "# state: open, done · every: week, 3days · what has no value is taken away",
  ]

  private static func values(of item: ItemValues, _ reference: DateReference) -> [DocumentField: String] {
    [
      .title: DocumentValue.written(item.title), .state: item.isDone ? "done" : "open",
      .priority: item.priority.name, .due: item.due.map { DocumentDate.text($0, reference.calendar) } ?? "",
      .list: item.list.map { DocumentValue.written($0, reserved: "none") } ?? "",
      .tags: item.tags.map(DocumentTags.written).joined(separator: ", "), .every: item.recurrence?.rawValue ?? "",
    ]
  }
}
