/// A codec that gives the members of its values columns of their own.
protocol MemberResolving {
  /// The name of the member that a key path from the value names, or nil.
  func memberName(at keyPath: AnyKeyPath) -> String?
  /// The members with their types, in the order of their declaration.
  var members: [(name: String, type: any Any.Type)] { get }
}
