/// What a model that belongs to a context knows of one of its relationships: the keys of the models at the other end.
///
/// Keys rather than references, so that models which know each other do not keep each other alive. The key of a model
/// that was not saved yet is negative.
enum RelationState: Equatable {
  /// The store was not asked yet.
  case unread
  /// The key of the one model, 0 for none.
  case one(Int64)
  /// The keys in their order.
  case many([Int64])

  /// The keys; none if they were not read.
  var keys: [Int64] {
    switch self {
    case .unread, .one(0): []
    case .one(let key): [key]
    case .many(let keys): keys
    }
  }
}
