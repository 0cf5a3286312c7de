extension DataProvider {
  /// In that time all is closed, usually.
  private static var soon: Duration { .milliseconds(20) }

  /// Lets go of the store, and waits until it is closed.
  ///
  /// The last connection that is closed writes the log back into the store's file and removes it; a process that ends
  /// earlier leaves both beside the file, to whoever uses the store next. Contexts keep the store open until they are
  /// gone, which on other threads can take a moment.
  ///
  /// - Parameter patience: how long to wait for those who stay longer, as after a change of many rows, which is still
  ///   being taken note of, or whose log is long.
  public func close(patience: Duration = .seconds(10)) {
    guard letGo(), let file = OpenFile(storeURL.path) else { return }
    let begin = ContinuousClock.now
    while file.isOpen {
      let time = begin.duration(to: .now)
      guard time < patience else { return }
      // A task of the main actor that was about to say how a change went has the store as long as it waits.
      if time < Self.soon { OpenFile.yield() } else { OpenFile.yieldMainThread() }
    }
  }
}
