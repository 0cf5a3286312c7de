import DocketConfiguration
import DocketData

extension Configuration {
  /// The filters that were set up, as queries with names.
  var namedQueries: [NamedQuery] { filters.map { NamedQuery(name: $0.name, query: $0.query) } }
}
