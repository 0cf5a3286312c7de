extension DataProvider {
  /// Lets go of the store, and waits until it is closed.
  ///
  /// The last connection that is closed writes the log back into the store's file and removes it; a process that ends
  /// earlier leaves both beside the file, to whoever uses the store next. Contexts keep the store open until they are
  /// gone, which on other threads can take a moment.
  ///
  /// - Parameter patience: how long to wait for those who stay longer.
  public func close(patience: Duration = .milliseconds(500)) {
    guard letGo(), let file = OpenFile(storeURL.path) else { return }
    let deadline = ContinuousClock.now + patience
    while file.isOpen, ContinuousClock.now < deadline { OpenFile.yield() }
  }
}
