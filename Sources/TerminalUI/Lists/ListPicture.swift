/// The rows of a list as they were painted last: while they stay in their places, only those that changed are painted.
struct ListPicture {
  /// What all rows depend on: with another one, each of them is painted.
  struct Setting: Hashable {
    let size: Size
    let visible: Range<Int>
    /// The rows above which there are headings.
    let headings: [Int]
    let bar: ScrollBar?
    let marksVersion: Int
    /// That of the numbers of clusters and links.
    let numbersGeneration: Int
  }

  /// The rows and the scroll bar, and blanks where headings stand.
  private(set) var canvas = Canvas(size: .zero)
  private var setting: Setting?
  private var cursor: Int?

  /// The rows to paint as the cursor left them or came to them; nil if all rows must be painted.
  func rowsToPaint(forCursor new: Int?, _ setting: Setting) -> [Int]? {
    guard setting == self.setting else { return nil }
    return new == cursor ? [] : [cursor, new].compactMap(\.self)
  }

  /// Paints all rows, on blanks.
  mutating func paintAll(_ setting: Setting, cursor: Int?, _ paint: (inout Canvas) -> Void) {
    (self.setting, self.cursor) = (setting, cursor)
    if canvas.buffer.size == setting.size { canvas.clear() } else { canvas = Canvas(size: setting.size) }
    paint(&canvas)
  }

  /// Paints some rows over what they were.
  mutating func paint(cursor: Int?, _ paint: (inout Canvas) -> Void) {
    self.cursor = cursor
    paint(&canvas)
  }
}
