extension Int {
  /// The number with its digits in groups of three, as in "1 042".
  var grouped: String {
    let digits = String(magnitude)
    let head = digits.count % 3
    var groups = head > 0 ? [String(digits.prefix(head))] : []
    var rest = digits.dropFirst(head)
    while !rest.isEmpty {
      groups.append(String(rest.prefix(3)))
      rest = rest.dropFirst(3)
    }
    return (self < 0 ? "-" : "") + groups.joined(separator: " ")
  }
}
