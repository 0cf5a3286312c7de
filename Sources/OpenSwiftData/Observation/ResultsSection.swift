/// The models of a result that share a title, in order; models are made only when they are looked at.
///
/// Source: SwiftData, `ResultsSection`.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: Identifiable {
  /// What the models have in common: the value of the property that the result is divided by.
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
