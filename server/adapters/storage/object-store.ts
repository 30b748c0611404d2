// Chooses the store: the configured bucket or folder, or a folder of local mode. Google's library (58 packages) is loaded only when
// needed.
import { join } from 'node:path'
import type { ObjectStore } from '../../domain/models/ports.ts'
import { folderObjectStore } from './object-store-folder.ts'
import { type S3Options, s3ObjectStore } from './object-store-s3.ts'
import type { Grow } from './receive-stream.ts'

export type StorageOptions = {
  readonly gcsBucket: string | null
  readonly s3: S3Options | null
  readonly storageDir: string | null
  readonly stateDir: string
}

export async function openObjectStore(options: StorageOptions, grow?: Grow): Promise<ObjectStore> {
  const { gcsBucket, s3, storageDir, stateDir } = options
  if (s3 !== null) return s3ObjectStore(s3, grow)
  if (gcsBucket === null) return folderObjectStore(storageDir ?? join(stateDir, 'storage'), grow)
  const { gcsObjectStore } = await import('./object-store-gcs.ts')
  return gcsObjectStore({ bucket: gcsBucket }, grow)
}
