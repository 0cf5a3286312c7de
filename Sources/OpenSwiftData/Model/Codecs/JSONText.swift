import Foundation

/// Values as JSON text: one text for one value, whatever the order in which a dictionary gives its keys.
enum JSONText {
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinity, negativeInfinity: "-" + infinity, nan: notANumber)
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw SwiftDataError.unstorableValue("\(value) (\(error))")
    }
  }

  static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinity, negativeInfinity: "-" + infinity, nan: notANumber)
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch {
      throw SwiftDataError.unreadableValue("\(text.prefix(60)) as \(type)")
    }
  }

  private static let infinity = "inf"
  private static let notANumber = "nan"
}
