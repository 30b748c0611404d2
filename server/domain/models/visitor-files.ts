// Files of visitors that belong to no account: kept for a form without a script, or put into a basket. Each is recorded before it is
// stored, so that the sweep finds it even when the request ends halfway.

import type { Result } from '../base/result.ts'
import type { ModelDeps, StoredModel } from './ports.ts'
import { modelKey, type NewModel, storeModel } from './store-model.ts'

export type VisitorFiles = {
  /** The file may be removed from `expiresAt` on, once nothing refers to it. A later time that was already set is kept. */
  readonly keep: (file: Pick<StoredModel, 'uri' | 'sha256'>, expiresAt: Date) => Promise<void>
  /** Removes expired files that an account, an order or a print job uses from the visitor files. Returns how many. */
  readonly forgetOwned: () => Promise<number>
  /** Files that expired at least two hours ago and that nothing refers to, the oldest first. */
  readonly listUnused: (limit: number) => Promise<readonly VisitorFile[]>
  /** Deletes the record of a file that was removed, unless the file is kept again. */
  readonly forget: (uri: string) => Promise<void>
}

export type VisitorFile = Pick<StoredModel, 'uri' | 'sha256'>

/** How long visitors' baskets and files are kept. */
export type VisitorRetention = {
  /** For a basket without an account, after its last change. */
  readonly basketDays: number
  /** For a file that was priced without a script. */
  readonly keptFileHours: number
}

export type VisitorFileDeps = ModelDeps & {
  readonly visitorFiles: VisitorFiles
  readonly visitorRetention: VisitorRetention
}

export async function storeVisitorFile(
  deps: Pick<VisitorFileDeps, 'objects' | 'visitorFiles' | 'log'>,
  model: NewModel,
  expiresAt: Date,
): Promise<Result<StoredModel, { readonly kind: 'storage_failed' }>> {
  const { sha256 } = model
  await deps.visitorFiles.keep({ uri: deps.objects.uri(modelKey(model)), sha256 }, expiresAt)
  return await storeModel(deps, model)
}
