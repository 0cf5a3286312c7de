import Foundation
import Testing

@testable import OpenSwiftDataSync

@Suite("A batch as JSON gives back every byte of its payload, and hostile JSON does no harm")
struct ReadableBatchCodecTests {
  private let codec = ReadableBatchCodec()

  @Test func isReadAsItWasWritten() throws {
    for seed in RandomCases.seeds(500) {
      var source = RandomBatch(seed: seed)
      let envelope = BatchCodec().envelope(of: source.batch())
      let json = codec.json(of: envelope)
      #expect(try codec.payload(of: json, envelope.header) == envelope.payload, "seed \(seed)")
      #expect(ReadableBatchCodec.reads(json), "seed \(seed)")
      // Other programs read it too.
      _ = try JSONSerialization.jsonObject(with: Data(json))
    }
  }

  @Test func isPlain() throws {
    let row = SyncIdentity(high: 0x1111_2222_3333_4444, low: 0x5555_6666_7777_8888)
    let stamp = Stamp(milliseconds: 1_700_000_000_000, counter: 0, replica: Replica(1))
    let later = Stamp(milliseconds: 1_700_000_000_000, counter: 2, replica: Replica(1))
    let json = json(of: [
      Change(row: row, entity: "Item", key: .existence, value: Existence.inserted.value, stamp: stamp),
      Change(row: row, entity: "Item", key: .property("title"), value: .text("Buy “milk”\n"), stamp: stamp),
      Change(row: row, entity: "Item", key: .property("list"), value: .identity(row), stamp: later, keeping: [stamp]),
      Change(row: row, entity: "Item", key: .member("tags", row), value: .text("a0"), stamp: later, isDerived: true),
    ])
    let id = "11112222-3333-4444-5555-666677778888"
    let head = #"{"row":"\#(id)","entity":"Item","#
    #expect(
      json == #"{"v":1,"changes":[\#(head)"existence":"inserted","at":1700000000000},"#
        + #"\#(head)"property":"title","value":"Buy “milk”\u000a","at":1700000000000},"#
        + #"\#(head)"property":"list","value":{"row":"\#(id)"},"at":1700000000000,"count":2,"#
        + #""keeping":[{"at":1700000000000,"by":"0000000000000001"}]},"#
        + #"\#(head)"property":"tags","member":"\#(id)","value":"a0","at":1700000000000,"count":2,"derived":true}]}"#)
  }

  @Test(
    arguments: [
      (.integer(.min), "-9223372036854775808"), (.integer(1 << 53 + 1), "9007199254740993"), (.real(1), "1.0"),
      (.real(-0.1), "-0.1"), (.real(-0.0), #"{"real":"-0.0"}"#), (.real(.infinity), #"{"real":"inf"}"#),
      (.real(.nan), #"{"real":"nan"}"#), (.real(1e300), #"{"real":"1e+300"}"#),
      (.real(Double(bitPattern: 0x7FF8_0000_0000_0001)), #"{"bits":"7ff8000000000001"}"#),
      (.text("a\u{0}"), #"{"text":"YQA="}"#), (.blob([1, 2]), #"{"bytes":"AQI="}"#), (.null, "null"),
      (.opaque(tag: .max, bytes: [9]), #"{"opaque":18446744073709551615,"bytes":"CQ=="}"#),
    ] as [(SyncValue, String)]) func valuesAreExact(_ value: SyncValue, _ text: String) throws
  {
    let change = Change(
      row: SyncIdentity(high: 0, low: 1), entity: "Item", key: .property("p"), value: value,
      stamp: RandomBatch.header.stamp)
    let json = json(of: [change])
    #expect(json.contains(#""value":\#(text),"at""#), "\(json)")
    let payload = try codec.payload(of: Array(json.utf8), RandomBatch.header)
    #expect(try BatchCodec().batch(of: BatchEnvelope(header: RandomBatch.header, payload: payload)).changes == [change])
  }

  /// As `jsonb` writes it: short names first, blanks, escapes of another kind.
  @Test func anotherFormOfTheSameIsRead() throws {
    let json = #"""
      { "v" : 1, "changes" : [ {"at": 1700000000000, "row": "00000000-0000-0000-0000-000000000001", "value":
        "\"\\\/\b\f\n\r\t\u00E9\ud83d\ude00", "entity": "Item", "property": "title"} ] }
      """#
    let payload = try codec.payload(of: Array(json.utf8), RandomBatch.header)
    let batch = try BatchCodec().batch(of: BatchEnvelope(header: RandomBatch.header, payload: payload))
    #expect(batch.changes.first?.value == .text("\"\\/\u{8}\u{C}\n\r\té😀"))
  }

  /// A payload of a later version, one that is damaged, and a name that `jsonb` can't hold.
  @Test func whatJSONCanNotSayIsKeptWhole() throws {
    let change = Change(
      row: SyncIdentity(high: 0, low: 1), entity: "Item", key: .property("a\u{0}"), value: .null,
      stamp: RandomBatch.header.stamp)
    let named = BatchCodec().envelope(of: Batch(header: RandomBatch.header, changes: [change])).payload
    for payload in [[2, 7], [], [1, 0, 0, 7], named] as [[UInt8]] {
      let json = codec.json(of: BatchEnvelope(header: RandomBatch.header, payload: payload))
      #expect(String(decoding: json, as: UTF8.self).hasPrefix(#"{"v":1,"payload":""#))
      #expect(try codec.payload(of: json, RandomBatch.header) == payload)
    }
  }

  @Test(
    arguments: [
      (#"{"v":2,"rows":[]}"#, .laterVersion(2)), (#"{"v":1}"#, .malformed), ("{}", .malformed), ("[]", .malformed),
      (#"{"v":1,"changes":[{"row":1}]}"#, .malformed), (#"{"v":1,"changes":[{"colour":1}]}"#, .malformed),
      (#"{"v":1,"changes":[]"#, .truncated), (#"{"v":1,"changes":[]} x"#, .trailingBytes),
      (#"{"v":1,"changes":[{"value":"\ud83d"}]}"#, .malformed),
      (#"{"v":1,"changes":[{"value":"\ude00"}]}"#, .invalidText),
      (#"{"v":1,"changes":[{"value":9223372036854775808}]}"#, .malformed),
      (#"{"v":1,"changes":[{"at":281474976710656}]}"#, .malformed),
    ] as [(String, CodecError.Reason)]) func whatIsWrongIsTold(_ json: String, _ reason: CodecError.Reason)
  {
    let error = #expect(throws: CodecError.self) { try codec.payload(of: Array(json.utf8), RandomBatch.header) }
    #expect(error?.reason == reason)
  }

  /// What no JSON of ours says is refused: another replica's stamp, two registers at once, a value twice.
  @Test(
    arguments: [
      #""property":"p","value":1,"at":1,"by":"0000000000000002""#, #""property":"p","existence":"inserted","at":1"#,
      #""existence":"inserted","value":1,"at":1"#, #""existence":"gone","value":1,"at":1"#,
      #""property":"p","value":{"row":"x"},"at":1"#, #""property":"p","value":{"opaque":5,"bytes":""},"at":1"#,
      #""property":"p","value":{"bytes":"","text":""},"at":1"#, #""property":"p","at":1"#, #""property":"p","value":1"#,
      #""unknown":9,"value":1,"at":1"#, #""property":"p","value":1,"at":1,"stale":true"#,
    ]) func contradictionsAreRefused(_ members: String)
  {
    let row = #""row":"00000000-0000-0000-0000-000000000001","entity":"Item""#
    let json = #"{"v":1,"changes":[{\#(row),\#(members)}]}"#
    #expect(throws: CodecError.self) { try codec.payload(of: Array(json.utf8), RandomBatch.header) }
  }

  @Test func damagedJSONIsReadOrRefused() {
    for seed in RandomCases.seeds(2_000) {
      var source = RandomBatch(seed: seed)
      var random = SeededGenerator(seed: seed)
      let envelope = BatchCodec().envelope(of: source.batch())
      var json = codec.json(of: envelope)
      for _ in 0...random.below(4) where !json.isEmpty {
        let index = random.below(json.count)
        switch random.below(4) {
        case 0: json[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: json.remove(at: index)
        case 2: json.insert(Array("{}[]\",:\\u9-e.".utf8)[random.below(13)], at: index)
        default: json = Array(json.prefix(index + 1))
        }
      }
      do { _ = try codec.payload(of: json, envelope.header) } catch {
        #expect((0...json.count).contains(error.offset) && !"\(error)".isEmpty, "seed \(seed)")
      }
      _ = try? ReadableStateCodec().bytes(of: json)
    }
  }

  private func json(of changes: [Change]) -> String {
    let batch = Batch(header: RandomBatch.header, changes: changes)
    return String(decoding: codec.json(of: BatchCodec().envelope(of: batch)), as: UTF8.self)
  }
}
