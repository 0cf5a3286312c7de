/// Texts are equal if their bytes are: a string compares by what it looks like, and the journal brings back what was.
extension JournalValue: Hashable {
  static func == (left: JournalValue, right: JournalValue) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.uuid(let left), .uuid(let right)): left == right
    case (.keys(let left), .keys(let right)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .integer(let integer): hasher.combine(integer)
    case .real(let number): hasher.combine(number)
    // Equal bytes are equal texts, so their hashes are the same.
    case .text(let text): hasher.combine(text)
    case .uuid(let uuid): hasher.combine(uuid)
    case .keys(let keys): hasher.combine(keys)
    }
  }
}
