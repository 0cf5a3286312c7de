extension Split {
  /// Where the panes are in an area.
  public func layout(in area: Rect) -> SplitLayout {
    switch arrangement {
    case .beside where fitsBeside(area): beside(area)
    case .below where fitsBelow(area): below(area)
    case .adaptive where fitsBeside(area): beside(area)
    case .adaptive where fitsBelow(area): below(area)
    default: alone(area)
    }
  }

  private func fitsBeside(_ area: Rect) -> Bool {
    minimumFirst.width + 1 + minimumSecond.width <= area.width
      && max(minimumFirst.height, minimumSecond.height) <= area.height
  }

  private func fitsBelow(_ area: Rect) -> Bool {
    minimumFirst.height + 1 + minimumSecond.height <= area.height
      && max(minimumFirst.width, minimumSecond.width) <= area.width
  }

  private func beside(_ area: Rect) -> SplitLayout {
    let length = first(of: area.width - 1, minimumFirst.width, minimumSecond.width)
    let (first, rest) = area.split(left: length)
    let (divider, second) = rest.split(left: 1)
    return SplitLayout(first: first, second: second, divider: divider)
  }

  private func below(_ area: Rect) -> SplitLayout {
    let length = first(of: area.height - 1, minimumFirst.height, minimumSecond.height)
    let (first, rest) = area.split(top: length)
    let (divider, second) = rest.split(top: 1)
    return SplitLayout(first: first, second: second, divider: divider)
  }

  private func alone(_ area: Rect) -> SplitLayout {
    SplitLayout(first: focus == .first ? area : .zero, second: focus == .second ? area : .zero, divider: .zero)
  }

  /// The first pane's length, out of a length that is enough for both.
  private func first(of length: Int, _ minimum: Int, _ minimumOfSecond: Int) -> Int {
    let wanted =
      switch extent {
      case .share(let share): share > 0 ? Int((Double(length) * min(share, 1)).rounded()) : 0
      case .first(let first): first
      case .second(let second): length - second.clamped(to: 0...length)
      }
    return wanted.clamped(to: minimum...(length - minimumOfSecond))
  }
}
