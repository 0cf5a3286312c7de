/// Passes on to a context what its store announces.
///
/// The store refers to it weakly. An object that is referred to weakly is slower to retain, and the link is retained
/// with every access of a property; therefore this stands between them.
final class ContextSubscription: ChangeHub.Subscriber {
  private let link: ContextLink

  init(_ link: ContextLink) { self.link = link }

  func receive(_ changes: ModelChanges) { link.receive(changes) }
}
