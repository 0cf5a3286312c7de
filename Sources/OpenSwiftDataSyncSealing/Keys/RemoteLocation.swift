import Foundation

/// Where a remote is, as a text that may be given away.
enum RemoteLocation {
  /// Parameters of libpq that hold a secret.
  ///
  /// Source: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
  private static let secrets: Set<String> = ["password", "sslpassword", "oauth_client_secret"]

  /// Checks that a text is a URL or an absolute path, and has no password.
  ///
  /// Not with Foundation's `URL`: libpq takes several hosts in one URL, which that refuses, and whoever wrote a password
  /// may not have encoded it. In doubt there is a password.
  static func check(_ location: String) throws(InvitationError) {
    guard !location.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw .invalidLocation
    }
    if location.hasPrefix("/") { return }
    guard let start = location.firstRange(of: "://"), isScheme(location[..<start.lowerBound]) else {
      throw .invalidLocation
    }
    let rest = location[start.upperBound...]
    guard !rest.isEmpty else { throw .invalidLocation }
    if hasUserPassword(rest) || hasSecretParameter(rest) { throw .passwordInLocation }
  }

  private static func isScheme(_ text: Substring) -> Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// Up to the last “@”, since a password may have “/”, “?” and “@” in it.
  private static func hasUserPassword(_ rest: Substring) -> Bool {
    guard let end = rest.lastIndex(of: "@") else { return false }
    return rest[..<end].contains(":")
  }

  private static func hasSecretParameter(_ rest: Substring) -> Bool {
    guard let start = rest.firstIndex(of: "?") else { return false }
    return rest[start...].dropFirst().split(whereSeparator: { "&;?#".contains($0) }).contains { parameter in
      let name = parameter.prefix { $0 != "=" }
      return secrets.contains((String(name).removingPercentEncoding ?? "password").lowercased())
    }
  }
}
