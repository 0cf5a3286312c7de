/// A result divided into sections, in the order of the result.
///
/// Titles are made when they are looked at, and so are models; a copy is cheap.
///
/// Source: SwiftData, `SectionedResults`.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable> {
  private let results: FetchResultsCollection<Element>
  private let runs: SectionRuns
  /// The position in the result of each section's first model, and the end.
  private let starts: [Int]
  private let sectioning: ResultsSectioning<SectionTitle>
  private let column: SectionColumn

  init(
    _ results: FetchResultsCollection<Element>, _ runs: SectionRuns, sectioning: ResultsSectioning<SectionTitle>,
    column: SectionColumn
  ) {
    self.results = results
    self.runs = runs
    self.sectioning = sectioning
    self.column = column
    starts = runs.sections.reduce(into: [0]) { starts, section in
      starts.append(starts[starts.count - 1] + section.count)
    }
  }

  /// The titles in the order of the sections.
  ///
  /// - Complexity: O(number of sections).
  public var sectionTitles: [SectionTitle] { runs.sections.map { sectioning.title(of: $0.value) } }

  /// The section with a title, or nil if there is none.
  ///
  /// - Complexity: O(log n) in the number of sections.
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    guard let value = sectioning.value(of: title).map(column.value) else { return nil }
    return runs.index(of: value, column).map { self[$0] }
  }
}

extension SectionedResults: RandomAccessCollection {
  /// The position of the first section.
  public var startIndex: Int { 0 }

  /// The position after the last section.
  public var endIndex: Int { runs.sections.count }

  /// The section at a position.
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> {
    ResultsSection(
      title: sectioning.title(of: runs.sections[position].value), results: results,
      positions: starts[position]..<starts[position + 1])
  }
}
