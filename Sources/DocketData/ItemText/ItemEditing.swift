/// An item that is edited as a text in rounds, until the text is valid or given up.
///
/// It has the text that the editor shows, and says what to do with the text that the editor leaves. Nothing that was
/// typed is lost; a draft that was given up can be resumed.
public struct ItemEditing: Hashable, Sendable {
  /// What to do after the editor has ended.
  public enum Step: Hashable, Sendable {
    /// Nothing was changed.
    case nothing
    /// Save the changes.
    case save(ItemEdit)
    /// Show the text again, with the error on top.
    case again(DocumentError)
    /// The error was left as it is.
    case givenUp(DocumentError)
  }

  /// The beginning of the lines on top that say what is wrong.
  private static let mark = "# ! "

  /// The text for the editor.
  public private(set) var text: String
  /// The item as it was, and its text.
  public let document: ItemDocument
  /// The item as the person knows it: later changes are not overwritten.
  public private(set) var original: ItemValues
  /// What is wrong with the text; nil if nothing is, or if it was not parsed.
  public private(set) var problem: DocumentError?
  private var wasRefused = false

  /// Starts to edit an item.
  public init(_ document: ItemDocument) {
    self.document = document
    original = document.item
    text = document.text
  }

  /// Whether it contains typed text that is not saved.
  public var holdsChanges: Bool { problem != nil || wasRefused }

  /// Takes the text that the editor left.
  ///
  /// - Parameter edited: the new text; an empty one discards the edit.
  public mutating func take(_ edited: String) -> Step {
    if edited.allSatisfy(\.isWhitespace) {
      self = ItemEditing(document)
      return .nothing
    }
    let isUntouched = edited.utf8.elementsEqual(text.utf8)
    if isUntouched, let problem { return .givenUp(problem) }
    return isUntouched && !wasRefused ? .nothing : read(Self.withoutMarks(edited))
  }

  private mutating func read(_ body: String) -> Step {
    do {
      let edit = try document.edit(body)
      (text, problem, wasRefused) = (body, nil, false)
      return edit.isEmpty ? .nothing : .save(edit)
    } catch {
      // Two lines about the error are shown above the text.
      let problem = error.moved(down: 2)
      show(body, "Not saved: \(problem)", "Correct it; leave it as it is to keep it as a draft; empty it to discard.")
      (self.problem, wasRefused) = (problem, false)
      return .again(problem)
    }
  }

  /// Keeps text that could not be saved, for another attempt.
  ///
  /// - Parameter reason: why, as a sentence for people.
  public mutating func refuse(_ reason: String) {
    show(
      Self.withoutMarks(text), "Not saved: \(reason)", "Leave the editor to save it as it is; empty it to discard.")
    (problem, wasRefused) = (nil, true)
  }

  /// Keeps text that would have overwritten a change made elsewhere.
  ///
  /// Saving it again overwrites that change, which the person has read about.
  public mutating func refuse(_ conflict: ItemConflict) {
    original = conflict.current
    refuse(conflict.description)
  }

  /// Keeps the text of an editor that failed; it was not meant to be saved.
  public mutating func keep(_ edited: String, because reason: String) {
    text = edited
    refuse(reason)
  }

  private mutating func show(_ body: String, _ reasons: String...) {
    text = reasons.map { Self.mark + $0 + "\n" }.joined() + body
  }

  private static func withoutMarks(_ text: String) -> String {
    var lines = DocumentLines(text)
    var body = text
    while lines.next()?.hasPrefix(mark) == true { body = lines.rest }
    return body
  }
}
