/// An order of texts as people of the current locale expect it, for a `SortDescriptor` of a model.
///
/// On Linux Foundation's `String.StandardComparator` has no localised orders; with this type
/// `SortDescriptor(\.name, comparator: .localizedStandard)` compiles and sorts there too.
public struct LocalizedTextComparator: Hashable, Sendable {
  let collation: TextCollation

  /// As a file browser sorts names: numbers by value, case ignored.
  public static let localizedStandard = LocalizedTextComparator(collation: .localizedStandard)
  /// As a dictionary of the current locale sorts.
  public static let localized = LocalizedTextComparator(collation: .localized)
}
