/// What brings the states of one descriptor's result to an observer: a maintainer in the background and its news.
///
/// An observer whose descriptor changes takes a new feed; what the old one still has to say reaches nobody.
final class ResultsFeed<Element: PersistentModel> {
  private let news = ResultsNews<ResultsState>()
  private let maintainer: ResultsMaintainer<Element>

  init(_ query: ResultsQuery<Element>, store: SQLiteStore, route: NewsRoute) {
    let news = news
    maintainer = ResultsMaintainer(query, store: store) { state in
      news.put(state, by: route)
    }
  }

  deinit { maintainer.stop() }

  /// The first rows of the result, if an index hands them out without a scan; nil otherwise.
  func firstPage() throws -> ResultsState? { try maintainer.firstPage() }

  /// Begins to bring news.
  ///
  /// - Parameters:
  ///   - reader: called on its executor; held weakly.
  ///   - predecessor: the feed that the reader had before, which ends.
  func start(for reader: any ResultsNewsReader, after predecessor: ResultsFeed? = nil) {
    // Sound: `announce` is only called on the executor that the reader belongs to.
    nonisolated(unsafe) weak let reader: (any ResultsNewsReader)? = reader
    news.onAnnounce { reader?.takeNews() }
    maintainer.start(after: predecessor?.maintainer)
  }

  /// Whether there is a state that nobody brings to the reader.
  var hasUnannouncedNews: Bool { news.isUnannounced }

  /// The newest state that was not taken yet, or nil.
  func take() -> ResultsState? { news.take() }
}
