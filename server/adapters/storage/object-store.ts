// Chooses the store: the configured bucket, else a folder. Google's library (58 packages) is loaded only when needed.
import { join } from 'node:path'
import type { ObjectStore } from '../../domain/models/ports.ts'
import { folderObjectStore } from './object-store-folder.ts'
import type { Grow } from './receive-stream.ts'

export async function openObjectStore(
  options: { gcsBucket: string | null; stateDir: string },
  grow?: Grow,
): Promise<ObjectStore> {
  if (options.gcsBucket === null) return folderObjectStore(join(options.stateDir, 'storage'), grow)
  const { gcsObjectStore } = await import('./object-store-gcs.ts')
  return gcsObjectStore({ bucket: options.gcsBucket }, grow)
}
