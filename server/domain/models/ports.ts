// Storage of models, and their owners.

import type { AccountId } from '../base/caller.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { Downloads } from './downloads.ts'
import type { LengthUnit, ModelFormat } from './format.ts'
import type { Uploads } from './uploads.ts'

export type ObjectStore = {
  /** Returns the `gs://bucket/key` URI of a key. */
  readonly uri: (key: string) => string
  /** Returns the key; null for a URI outside this storage. */
  readonly parseUri: (uri: string) => string | null
  /**
   * Stores a local file under the key. Keeps an existing object, because keys are derived from the content, but
   * updates the time at which it was stored (`removeOlder`).
   */
  readonly putFile: (key: string, path: string, contentType: string) => Promise<void>
  /** Copies the object to a local file; null if there is no such object. */
  readonly fetchToFile: (
    key: string,
    path: string,
  ) => Promise<{ sizeBytes: number; sha256: string } | null>
  /** Reads an object of bounded size, such as a picture, into memory; null if there is no such object. */
  readonly read: (key: string) => Promise<Uint8Array | null>
  /** Returns the size in bytes; null if there is no such object. */
  readonly sizeOf: (key: string) => Promise<number | null>
  /** Removes the object. Does nothing if there is no such object. */
  readonly remove: (key: string) => Promise<void>
  /**
   * Removes an object that was not stored since the given time, which must be at least two hours ago. Returns false if
   * it was stored since, even by a concurrent call. Returns true if there is no such object.
   */
  readonly removeOlder: (key: string, storedBefore: Date) => Promise<boolean>
  /** Removes the objects whose keys begin with `prefix`, which consists of a folder and the beginning of a name. */
  readonly removeAll: (prefix: string) => Promise<void>
  /** Returns a single-use address for uploading the object; null = this store does not support upload addresses. */
  readonly openUpload: (key: string, object: ExpectedObject) => Promise<UploadAddress | null>
  readonly check: () => Promise<void>
}

export type ExpectedObject = {
  readonly contentType: string
  readonly sizeBytes: number
  /** The origin whose pages can use the address. */
  readonly origin: string
}

export type UploadAddress = {
  readonly url: string
  /** Headers to send with the bytes. */
  readonly headers: Readonly<Record<string, string>>
}

export type StoredModel = {
  readonly uri: string
  readonly fileName: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly format: ModelFormat
}

export type OwnedModel = StoredModel & {
  /**
   * The unit that its address states, or that an upload stated before addresses had units; null = the format's
   * default.
   */
  readonly units: LengthUnit | null
}

export type ReadableModel = OwnedModel & {
  /** Whether its owner generated it; false for uploads and files of quotes. */
  readonly isGenerated: boolean
}

/** Owners of stored models. The query determines ownership, never the URI. */
export type Models = {
  readonly findOwned: (accountId: AccountId, uri: string) => Promise<OwnedModel | null>
  /** Does nothing if the account already owns the model. */
  readonly add: (accountId: AccountId, model: StoredModel) => Promise<void>
  /** Returns a model that the account owns or that is public; `accountId` null = signed out. */
  readonly findReadable: (accountId: AccountId | null, uri: string) => Promise<ReadableModel | null>
  /** Returns which of these are public. */
  readonly listPublished: (uris: readonly string[]) => Promise<ReadonlySet<string>>
  /** Whether the model is or was in the gallery. */
  readonly wasPublished: (uri: string) => Promise<boolean>
  /**
   * Whether the model was in the gallery or is banned, or an operator deleted it and its file is kept for open orders
   * only.
   */
  readonly isWithdrawn: (uri: string) => Promise<boolean>
}

export type VisitorFile = Pick<StoredModel, 'uri' | 'sha256'>

/**
 * Stored files without a reference. The sweep removes them unless an account, an order, a print job or a basket
 * references them.
 */
export type VisitorFiles = {
  /** Sets the time from which the unreferenced file can be removed. Keeps a later time that was already set. */
  readonly keep: (file: VisitorFile, expiresAt: Date) => Promise<void>
  /**
   * Removes expired files that an account, an order or a print job references from the visitor files. Returns how
   * many.
   */
  readonly forgetOwned: () => Promise<number>
  /** Returns unreferenced files that expired at least two hours ago, oldest first. */
  readonly listUnused: (limit: number) => Promise<readonly VisitorFile[]>
  /** Deletes the record of a removed file, unless the file was stored again. */
  readonly forget: (uri: string) => Promise<void>
}

/** The folder for temporary files. */
export type TemporaryFiles = {
  readonly path: () => string
  readonly write: (
    bytes: Uint8Array,
  ) => Promise<{ readonly path: string; readonly sizeBytes: number; readonly sha256: string }>
  /** Appends text to a file. Returns the size and SHA-256 of the complete file. */
  readonly append: (
    path: string,
    text: string,
  ) => Promise<{ readonly sizeBytes: number; readonly sha256: string }>
  /** Removes the file after all holds are released. */
  readonly remove: (path: string) => Promise<void>
  /** Delays `remove` of the file until the returned function is called. */
  readonly hold: (path: string) => () => Promise<void>
}

export type ModelDeps = BaseDeps & {
  readonly objects: ObjectStore
  readonly models: Models
  readonly visitorFiles: VisitorFiles
  readonly temporaryFiles: TemporaryFiles
  readonly uploads: Uploads
  readonly downloads: Downloads
}
