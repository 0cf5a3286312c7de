import DocketData
import Foundation
import SwiftData

/// The items that a command works on: those of the store, or those of a preview.
struct ItemAccess: Sendable {
  private let provider: DataProvider
  private let previewItems: Int?

  init(provider: DataProvider, previewItems: Int?) {
    self.provider = provider
    self.previewItems = previewItems
  }

  /// The place as a person writes it.
  var name: String { previewItems == nil ? provider.storeURL.path : "preview" }

  /// How large the store is; nil for a preview, and if there is none.
  var size: StoreSize? { previewItems == nil ? StoreSize(provider.storeURL.path) : nil }

  /// Salvages the store into a new file.
  ///
  /// - Throws: `StoreError`.
  func recover(into file: URL) throws -> SalvageReport { try provider.recoverStore(to: file) }

  /// Whether a path leads to the store's file.
  func isStore(_ path: String) -> Bool {
    var (file, store) = (stat(), stat())
    guard previewItems == nil, stat(path, &file) == 0, stat(provider.storeURL.path, &store) == 0 else { return false }
    return file.st_dev == store.st_dev && file.st_ino == store.st_ino
  }

  /// The container of the store; a preview is filled first.
  ///
  /// - Throws: `StoreError` if the store can't be opened.
  func container() async throws -> ModelContainer {
    try await open()
    return try provider.modelContainer(preview: previewItems != nil)
  }

  /// A fresh handler; a preview is filled first.
  ///
  /// - Throws: `StoreError` if the store can't be opened.
  func handler() async throws -> DataHandler {
    try await open()
    return try await provider.dataHandlerCreator(preview: previewItems != nil)()
  }

  private func open() async throws {
    guard let previewItems else { return _ = try OpeningProgress.show { try provider.modelContainer() } }
    try await provider.fillPreview(count: previewItems)
  }
}
