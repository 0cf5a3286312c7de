import Glibc

/// The object that a thread works for meanwhile, such as the queue whose job it runs.
///
/// A task-local value would cost more than what is looked up here, and `Thread.threadDictionary` looks up by text.
///
/// Source: `pthread_getspecific`, https://man7.org/linux/man-pages/man3/pthread_getspecific.3p.html
struct ThreadLocal<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  /// Takes one of the process's keys for good: for static values.
  init() {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "the process has no thread-specific key left")
    self.key = key
  }

  /// The object of the calling thread; nil outside of `run`.
  // Sound: `run` keeps the object alive as long as it is the thread's.
  var current: Object? {
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether it is the object of the calling thread; retains nothing.
  func isCurrent(_ object: Object) -> Bool {
    pthread_getspecific(key) == UnsafeMutableRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }

  /// Makes an object that of the calling thread for good; it must live as long as the process.
  func keep(_ object: Object) { pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque()) }

  /// Runs the body with the object as that of the calling thread, and with the one before again afterwards.
  func run<Result>(as object: Object, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
    defer {
      pthread_setspecific(key, outer)
      withExtendedLifetime(object) {}
    }
    return try body()
  }
}
