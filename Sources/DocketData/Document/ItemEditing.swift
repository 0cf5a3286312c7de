/// An item that somebody edits as a text, until it makes sense or is given up: what the editor shows, and what to do with
/// what it leaves.
///
/// What was typed is kept in any case; an editing that was given up can be taken up again.
public struct ItemEditing: Hashable, Sendable {
  /// What to do when the editor has ended.
  public enum Step: Hashable, Sendable {
    /// Nothing was changed.
    case nothing
    /// Save this.
    case save(ItemEdit)
    /// Show the text again; what is wrong stands on top of it.
    case again(DocumentError)
    /// What is wrong was left as it is.
    case givenUp(DocumentError)
  }

  /// Marks the lines on top that say what is wrong.
  private static let mark = "# ! "

  /// What the editor is to show.
  public private(set) var text: String

  /// The item as it was.
  public let document: ItemDocument
  /// The item as the one who edits knows it: what is different in the store is not to be overwritten.
  public private(set) var original: ItemValues
  /// What is wrong with the text, if it was looked at.
  public private(set) var problem: DocumentError?
  private var wasRefused = false

  /// Begins with an item as it is.
  public init(_ document: ItemDocument) {
    self.document = document
    original = document.item
    text = document.text
  }

  /// Whether there is something in it that was typed and is not saved.
  public var holdsChanges: Bool { problem != nil || wasRefused }

  /// Takes what the editor left.
  ///
  /// - Parameter edited: the new text; a blank one gives everything up.
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
      // It is shown below what is said about it.
      let problem = error.moved(down: 2)
      show(body, "Not saved: \(problem)", "Correct it; leave it as it is to put it aside; empty it to give it up.")
      (self.problem, wasRefused) = (problem, false)
      return .again(problem)
    }
  }

  /// Keeps what could not be saved, to be tried again.
  ///
  /// - Parameter reason: why, as a sentence for a person.
  public mutating func refuse(_ reason: String) {
    show(
      Self.withoutMarks(text), "Not saved: \(reason)", "Leave the editor to save it as it is; empty it to give it up.")
    (problem, wasRefused) = (nil, true)
  }

  /// Keeps what would have overwritten a change of somebody else.
  ///
  /// Who saves it again has read of that change, so it may be overwritten then.
  public mutating func refuse(_ conflict: ItemConflict) {
    original = conflict.current
    refuse(conflict.description)
  }

  /// Keeps what an editor left that failed; it was not meant to be saved.
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
