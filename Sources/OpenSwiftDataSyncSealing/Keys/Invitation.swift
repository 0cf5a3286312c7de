import Crypto
import Foundation
import OpenSwiftDataSync

// The format, one line of ASCII without blanks:
//
//   docket-sync:1:<location>:<space>:<name>:<key>:<checksum>
//   docket-list:1:…    the same, for a space of which one list is shared
//   docket-sync:2:…    the same, with the word `readable` in place of the key of a readable space: of format 1 programs
//                      that know no such space would say that it can't be read
//
// Location and name are percent-encoded, the space is a UUID, the key base64url. The checksum is the first 48 bits of the
// SHA-256 of all before its colon, in base64url: it finds what was lost or changed in copying, and proves nothing.

/// What a new member needs, as one line for a channel that is trusted: who reads the line can read the space.
public struct Invitation: Sendable, Equatable {
  /// What is shared in a space.
  public enum Content: String, Sendable {
    /// All of a store.
    case store = "docket-sync"
    /// One list, with what is on it.
    case list = "docket-list"
  }

  private static let sealedVersion = "1"
  private static let readableVersion = "2"

  /// What is shared.
  public let content: Content

  /// Where the remote is: a URL without a password, or the absolute path of a folder.
  public let location: String
  /// The space with its key, if it has one.
  public let space: KeyedSpace

  /// An invitation to a space.
  ///
  /// - Parameters:
  ///   - location: a URL or the absolute path of a folder.
  ///   - content: what is shared in the space.
  /// - Throws: `InvitationError.invalidLocation` or `passwordInLocation`.
  public init(location: String, space: KeyedSpace, content: Content = .store) throws(InvitationError) {
    try RemoteLocation.check(location)
    self.content = content
    self.location = location
    self.space = space
  }

  /// The line; a secret.
  public var line: String {
    let version = space.protection.isReadable ? Self.readableVersion : Self.sealedVersion
    let words = [
      content.rawValue, version, LineWord.word(for: location), "\(space.space)", LineWord.word(for: space.name),
      LineWord.word(for: space.protection),
    ]
    let text = words.joined(separator: ":")
    return text + ":" + Self.checksum(of: text)
  }

  /// Reads a line.
  ///
  /// Blanks and line ends in it are passed over: a mail program may have put them there.
  ///
  /// - Throws: `InvitationError`.
  public init(line: String) throws(InvitationError) {
    let text = String(line.unicodeScalars.filter { !$0.properties.isWhitespace })
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    // With as many words it was one, and lost a character at its beginning.
    let begins = [Content.store, .list].contains { text.hasPrefix($0.rawValue) }
    guard begins || words.count == 7 else { throw .notAnInvitation }
    guard let content = Content(rawValue: String(words[0])), words.count > 1 else { throw .damaged }
    let isKnown = [Self.sealedVersion, Self.readableVersion].contains(String(words[1]))
    if !isKnown, let version = Int(words[1]) { throw .laterVersion(version) }
    // Before the words are looked at, so that a lost character is told as that.
    guard let check = words.last, Self.checksum(of: words.dropLast().joined(separator: ":")) == check else {
      throw .damaged
    }
    guard words.count == 7, let location = LineWord.text(words[2]), let space = LineWord.identity(words[3]),
      let name = LineWord.text(words[4]), let protection = LineWord.protection(words[5]),
      protection.isReadable == (words[1] == Self.readableVersion)
    else { throw .malformed }
    let keyed = KeyedSpace(space: space, name: name, protection: protection)
    try self.init(location: location, space: keyed, content: content)
  }

  static func checksum(of text: String) -> String {
    LineWord.word(for: Array(SHA256.hash(data: Data(text.utf8)).prefix(6)))
  }
}

/// Why there is no such invitation.
public enum InvitationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is something else.
  case notAnInvitation
  /// A later version of the program made the line.
  case laterVersion(Int)
  /// A character is missing, added or another one.
  case damaged
  /// The line is whole, but says nothing that an invitation says.
  case malformed
  /// The remote is neither a URL nor the absolute path of a folder.
  case invalidLocation
  /// The URL of the remote has a password in it.
  case passwordInLocation

  /// One line: what is wrong, what to do; nothing of the invitation is in it.
  public var description: String {
    switch self {
    case .notAnInvitation: "this is no invitation; it begins with “docket-sync:” or “docket-list:”"
    case .laterVersion(let version): "the invitation was made by a later version (format \(version)); upgrade to join"
    case .damaged: "the invitation is incomplete or changed; copy the whole line again"
    case .malformed: "the invitation is whole but can't be read; ask for a new one"
    case .invalidLocation: "the remote must be a URL or the absolute path of a folder, without control characters"
    case .passwordInLocation:
      "the remote's address holds a password: leave it out, each member has it in ~/.pgpass (an “@” in a name is %40)"
    }
  }
}
