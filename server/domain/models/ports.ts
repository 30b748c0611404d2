// Storage of models, and their owners.

import type { AccountId } from '../base/caller.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { Downloads } from './downloads.ts'
import type { LengthUnit, ModelFormat } from './format.ts'
import type { Uploads } from './uploads.ts'

export type ObjectStore = {
  /** The `gs://bucket/key` URI of a key. */
  readonly uri: (key: string) => string
  /** The key; null for a URI outside of our storage. */
  readonly parseUri: (uri: string) => string | null
  /**
   * Stores a local file under the key. Does not replace an existing object, because keys are derived from the content; the object
   * then counts as stored again (`removeOlder`).
   */
  readonly putFile: (key: string, path: string, contentType: string) => Promise<void>
  /** Copies the object to a local file; null when there is no such object. */
  readonly fetchToFile: (
    key: string,
    path: string,
  ) => Promise<{ sizeBytes: number; sha256: string } | null>
  /** An object of bounded size, such as a picture, in memory; null when there is no such object. */
  readonly read: (key: string) => Promise<Uint8Array | null>
  /** Size in bytes; null when there is no such object. */
  readonly sizeOf: (key: string) => Promise<number | null>
  /** Does nothing when there is no such object. */
  readonly remove: (key: string) => Promise<void>
  /**
   * Removes an object that was not stored since the given time, which is at least two hours ago. False when it was stored since, also by a
   * concurrent call. True when there is none.
   */
  readonly removeOlder: (key: string, storedBefore: Date) => Promise<boolean>
  /** Removes the objects whose keys begin with `prefix`, which names a folder and the beginning of a name. */
  readonly removeAll: (prefix: string) => Promise<void>
  /** An address that a client may write the object to, once; null = this store has no addresses of its own. */
  readonly openUpload: (key: string, object: ExpectedObject) => Promise<UploadAddress | null>
  readonly check: () => Promise<void>
}

export type ExpectedObject = {
  readonly contentType: string
  readonly sizeBytes: number
  /** The origin whose pages may use the address. */
  readonly origin: string
}

export type UploadAddress = {
  readonly url: string
  /** To be sent with the bytes. */
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
  /** The unit that its address states, or that an upload stated before addresses had units; null = the format's default. */
  readonly units: LengthUnit | null
}

export type ReadableModel = OwnedModel & {
  /** Whether a generation of its owner made it; false for uploads and files of quotes. */
  readonly generated: boolean
}

/** Owners of stored models. Ownership is decided by the query, never from the URI. */
export type Models = {
  readonly findOwned: (accountId: AccountId, uri: string) => Promise<OwnedModel | null>
  /** Changes nothing when the account owns the model already. */
  readonly add: (accountId: AccountId, model: StoredModel) => Promise<void>
  /** A model that the account owns or that is public; `accountId` null = signed out. */
  readonly findReadable: (accountId: AccountId | null, uri: string) => Promise<ReadableModel | null>
  /** Which of these are public. */
  readonly listPublished: (uris: readonly string[]) => Promise<ReadonlySet<string>>
  /** Whether the gallery has or had it. */
  readonly wasPublished: (uri: string) => Promise<boolean>
}

export type VisitorFile = Pick<StoredModel, 'uri' | 'sha256'>

/** Stored files that nothing refers to yet: the sweep removes them unless an account, an order, a print job or a basket gets them. */
export type VisitorFiles = {
  /** The file may be removed from `expiresAt` on, once nothing refers to it. A later time that was already set is kept. */
  readonly keep: (file: VisitorFile, expiresAt: Date) => Promise<void>
  /** Removes expired files that an account, an order or a print job uses from the visitor files. Returns how many. */
  readonly forgetOwned: () => Promise<number>
  /** Files that expired at least two hours ago and that nothing refers to, the oldest first. */
  readonly listUnused: (limit: number) => Promise<readonly VisitorFile[]>
  /** Deletes the record of a file that was removed, unless the file is kept again. */
  readonly forget: (uri: string) => Promise<void>
}

/** The folder for temporary files. */
export type TemporaryFiles = {
  readonly path: () => string
  readonly write: (
    bytes: Uint8Array,
  ) => Promise<{ readonly path: string; readonly sizeBytes: number; readonly sha256: string }>
  /** Adds text to a file; returns the size and SHA-256 of the whole. */
  readonly append: (
    path: string,
    text: string,
  ) => Promise<{ readonly sizeBytes: number; readonly sha256: string }>
  /** Removes the file, once nothing holds it. */
  readonly remove: (path: string) => Promise<void>
  /** Puts off `remove` of the file until the returned function is called. */
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
