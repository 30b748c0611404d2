// Where models are stored and who owns them.

import type { AccountId } from '../base/caller.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { Downloads } from './downloads.ts'
import type { LengthUnit, ModelFormat } from './format.ts'
import type { Uploads } from './uploads.ts'

export type ObjectStore = {
  /** `gs://bucket/key` for a key of ours. */
  readonly uri: (key: string) => string
  /** The key, or null for a URI that is not in managed storage. */
  readonly parseUri: (uri: string) => string | null
  /** Stores a local file under the key; an object that is there already is left alone (keys are content-addressed). */
  readonly putFile: (key: string, path: string, contentType: string) => Promise<void>
  /** Copies the object to a local file; null when it is not there. */
  readonly fetchToFile: (
    key: string,
    path: string,
  ) => Promise<{ sizeBytes: number; sha256: string } | null>
  readonly check: () => Promise<void>
}

export type StoredModel = {
  readonly uri: string
  readonly fileName: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly format: ModelFormat
}

export type OwnedModel = StoredModel & {
  /** As the account's last upload of it said; null = what the format says. */
  readonly units: LengthUnit | null
}

export type ReadableModel = StoredModel & {
  /** A generation of its owner made it; false for uploads and for the files of quotes. */
  readonly generated: boolean
}

/** Who owns which stored model. Ownership is decided in the query, never from the URI. */
export type Models = {
  readonly findOwned: (accountId: AccountId, uri: string) => Promise<OwnedModel | null>
  /** Leaves one that the account has already as it is. */
  readonly add: (accountId: AccountId, model: StoredModel) => Promise<void>
  /** One that the account owns, or that anyone may see; `accountId` null = nobody is signed in. */
  readonly findReadable: (accountId: AccountId | null, uri: string) => Promise<ReadableModel | null>
}

/** Folder for files on their way through. */
export type TemporaryFiles = {
  readonly path: () => string
  readonly write: (
    bytes: Uint8Array,
  ) => Promise<{ readonly path: string; readonly sizeBytes: number; readonly sha256: string }>
  readonly remove: (path: string) => Promise<void>
}

export type ModelDeps = BaseDeps & {
  readonly objects: ObjectStore
  readonly models: Models
  readonly temporaryFiles: TemporaryFiles
  readonly uploads: Uploads
  readonly downloads: Downloads
}
