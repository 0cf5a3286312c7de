/// What can stand before a colon in a query.
enum QueryKey: String, CaseIterable {
  case list
  case `is`
  case prio
  case priority
  case due
  case created
  case updated
  case done
  case tag
  case sort
}
