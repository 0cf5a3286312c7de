/// A result divided into sections, in the order of the result.
///
/// Titles and models are made when they are accessed; a copy is cheap.
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

/// The models of a result that share a title, in order; a model is made when it is accessed.
///
/// Source: SwiftData, `ResultsSection`.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: Identifiable {
  /// The value that the models share, of the property that divides the result into sections.
  public let title: SectionTitle

  private let results: FetchResultsCollection<Element>
  private let positions: Range<Int>

  init(title: SectionTitle, results: FetchResultsCollection<Element>, positions: Range<Int>) {
    self.title = title
    self.results = results
    self.positions = positions
  }

  /// The title.
  public var id: SectionTitle { title }

  /// Where the section lies in the whole result.
  public var positionsInResults: Range<Int> { positions }
}

extension ResultsSection: RandomAccessCollection {
  /// The position of the first model in the section.
  public var startIndex: Int { 0 }

  /// The position after the last model in the section.
  public var endIndex: Int { positions.count }

  /// The model at a position in the section.
  ///
  /// - Complexity: O(log n), and one batch of reads if it is not in memory.
  public subscript(position: Int) -> Element { results[positions.lowerBound + position] }
}

/// The property that divides a result into sections, and the titles that its values stand for.
struct ResultsSectioning<SectionTitle: Hashable> {
  let keyPath: AnyKeyPath
  let column: SectionColumn

  /// - Parameters:
  ///   - titleOfNil: the title of rows without a value; nil gives them a section of their own.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` unless the key path names a stored attribute.
  init(_ keyPath: AnyKeyPath, titleOfNil: (any ColumnValue)? = nil, table: EntityTable) throws {
    self.keyPath = keyPath
    column = try SectionColumn(keyPath, valueOfNil: titleOfNil?.sqliteValue(), table: table)
  }

  /// The title that a value of the section column stands for.
  func title(of value: SQLiteValue) -> SectionTitle {
    guard let title = try? column.property.value(from: value) as? SectionTitle else {
      // `SectionColumn.check` has read each value before a section with it was delivered.
      preconditionFailure("the value of a section can't be read: \(value)")
    }
    return title
  }

  /// The value of the section column that stands for a title, or nil.
  func value(of title: SectionTitle) -> SQLiteValue? { try? column.property.column(of: title) }
}
