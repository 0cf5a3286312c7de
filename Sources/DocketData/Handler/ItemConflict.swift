/// What an edit would have overwritten: values that somebody else gave to the same fields since it was begun.
public struct ItemConflict: Hashable, Sendable {
  /// The fields that both changed, to different values.
  public let fields: [ItemField]
  /// The item as it is now: to begin again with, or to overwrite knowingly.
  public let current: ItemValues

  /// - Parameters:
  ///   - edit: what is to be changed.
  ///   - original: the item as it was when that was begun.
  ///   - current: the item as it is now.
  /// - Returns: nil if the edit overwrites nothing; fields that only one of both changed go together, and so do equal
  ///   changes.
  init?(_ edit: ItemEdit, from original: ItemValues, _ current: ItemValues) {
    fields = ItemField.allCases.filter { field in
      guard let wanted = field.value(in: edit) else { return false }
      let value = field.value(of: current)
      return value != field.value(of: original) && value != wanted
    }
    self.current = current
    if fields.isEmpty { return nil }
  }
}

extension ItemConflict: CustomStringConvertible {
  /// What happened, as a sentence for a person.
  public var description: String {
    let names = fields.map(\.rawValue).joined(separator: " and the ")
    let value = fields == [.title] ? ", to “\(StepWords.shortened(current.title))”" : ""
    return "Somebody changed the \(names) of item \(current.number) meanwhile\(value)."
  }
}
