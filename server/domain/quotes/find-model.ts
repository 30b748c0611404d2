// Fetches the model of a quote: from a link to an allowed host, or a stored model of the account.
import { admitMadeBytes, type StoredBytesDeps } from '../accounts/stored-bytes.ts'
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { linkDownloadMs } from '../models/downloads.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import { findOwnedModel } from '../models/find-owned-model.ts'
import type { LengthUnit, ModelFormat } from '../models/format.ts'
import { isOrderable } from '../models/format.ts'
import { type ModelAddress, modelAddress, readModelAddress } from '../models/model-address.ts'
import type { StoredModel } from '../models/ports.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { maxModelBytes } from '../models/size-limit.ts'
import { storeModel } from '../models/store-model.ts'
import type { OrderFailure } from '../orders/failure.ts'
import { resizedStl } from '../slicing/resized-stl.ts'
import { handedInAddress, handInToken } from '../uploads/hand-in.ts'
import type { QuoteFailure } from './failure.ts'
import type { QuoteDeps } from './ports.ts'
import { readSizedAddress } from './sized-address.ts'

/** A local copy. The caller removes it. */
export type QuoteModel = ReceivedFile & {
  readonly format: ModelFormat
  /** Set if the model is already in storage. */
  readonly uri: string | null
  /** Set if the service resized the model, as the size in its address requires. */
  readonly isMade?: true
  /** The unit stated in its address; null = the format's default. */
  readonly units: LengthUnit | null
}

type FindDeps = Pick<
  QuoteDeps,
  | 'downloads'
  | 'objects'
  | 'models'
  | 'meshes'
  | 'temporaryFiles'
  | 'quoteAllowedHosts'
  | 'log'
  | 'printModels'
  | 'orderIds'
  | 'clock'
  | 'baseUrl'
>

export async function findModel(
  deps: FindDeps,
  caller: AccountCaller,
  { modelUrl, signal }: { modelUrl: string; signal: AbortSignal },
): Promise<Result<QuoteModel, OrderFailure | QuoteFailure>> {
  const sized = readSizedAddress(modelUrl)
  if (!sized.ok) return sized
  const address = readModelAddress(sized.value.address)
  if (!address.ok) return address
  const stored = await storedAddress(deps, caller, address.value)
  if (!stored.ok) return stored
  const { uri: url, units } = stored.value
  const model = url.startsWith('gs://')
    ? await fetchOwned(deps, caller, modelAddress(stored.value))
    : await download(deps, caller, { url, units, signal })
  const { sizeMm } = sized.value
  return model.ok && sizeMm !== null ? await resizeModel(deps, model.value, sizeMm, signal) : model
}

/**
 * Returns the address of the file that was uploaded to a one-time upload address. `#units=` in the address takes
 * precedence over the upload's unit.
 */
async function storedAddress(
  deps: FindDeps,
  { accountId }: AccountCaller,
  address: ModelAddress,
): Promise<Result<ModelAddress, OrderFailure | QuoteFailure>> {
  const token = handInToken(address.uri, deps.baseUrl)
  if (token === null) return ok(address)
  const found = await handedInAddress(deps, accountId, token)
  if (found === null) return fail({ kind: 'quote_url_invalid' })
  if (found === 'missing') return fail({ kind: 'quote_hand_in_empty', url: address.uri })
  const model = readModelAddress(found)
  return model.ok ? ok({ ...model.value, units: address.units ?? model.value.units }) : model
}

/**
 * Returns the model as an STL of that size, and removes the local copy of the original. A sliced file keeps the size
 * for which it was sliced.
 */
async function resizeModel(
  deps: FindDeps,
  model: QuoteModel,
  sizeMm: number,
  signal: AbortSignal,
): Promise<Result<QuoteModel, OrderFailure | QuoteFailure>> {
  try {
    const { format, units, path, fileName } = model
    if (format === 'gcode') return fail({ kind: 'quote_file_unsupported', fileName })
    const made = await resizedStl(deps, { path, format, units, fileName }, { sizeMm, signal })
    return made.ok
      ? ok({ ...made.value, format: 'stl', uri: null, units: null, isMade: true })
      : made
  } finally {
    await deps.temporaryFiles.remove(model.path)
  }
}

async function fetchOwned(
  deps: FindDeps,
  caller: AccountCaller,
  address: string,
): Promise<Result<QuoteModel, OrderFailure | QuoteFailure>> {
  const owned = await findOwnedModel(deps, caller, address)
  if (!owned.ok) return owned
  const { key, model } = owned.value
  const { uri, fileName, format, units } = model
  if (!isOrderable(format)) return fail({ kind: 'quote_file_unsupported', fileName })
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) return fail({ kind: 'model_unreadable' })
  return ok({ ...copy.value, fileName, format, uri, units })
}

async function download(
  deps: FindDeps,
  { accountId }: AccountCaller,
  { url, units, signal }: { url: string; units: LengthUnit | null; signal: AbortSignal },
): Promise<Result<QuoteModel, QuoteFailure>> {
  const hosts = deps.quoteAllowedHosts
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : null
  if (host === null || host === '') return fail({ kind: 'quote_url_invalid' })
  // Checked before DNS resolution, so that the error message names the allowed hosts.
  if (hosts !== null && !hosts.includes(host)) {
    return fail({ kind: 'quote_host_not_allowed', hosts, redirectsTo: null })
  }
  const fetched = await deps.downloads.fetch({
    url,
    hosts,
    caller: accountId,
    maxBytes: maxModelBytes,
    timeoutMs: linkDownloadMs,
    signal,
  })
  if (fetched.kind === 'refused') {
    const { reason, message } = fetched
    return reason === 'host_not_allowed' && hosts !== null
      ? fail({ kind: 'quote_host_not_allowed', hosts, redirectsTo: fetched.host ?? null })
      : fail({ kind: 'quote_download_refused', reason, message })
  }
  const { file } = fetched
  const format = quotableFormat(file.fileName)
  if (format === null) {
    await deps.temporaryFiles.remove(file.path)
    return fail({ kind: 'quote_file_unsupported', fileName: file.fileName })
  }
  return ok({ ...file, format, uri: null, units })
}

/** Accepts .stl, .glb and .3mf. A .3mf can contain a mesh or sliced plates (decisions.md 7). */
function quotableFormat(fileName: string): ModelFormat | null {
  const extension = /\.(stl|glb|3mf)$/i.exec(fileName)?.[1]?.toLowerCase()
  return extension === 'stl' || extension === 'glb' || extension === '3mf' ? extension : null
}

/** Stores the file and records the account as its owner. Files made by the service are counted as changed models. */
export async function storeQuotedModel(
  deps: Pick<QuoteDeps, 'objects' | 'models' | 'visitorFiles' | 'clock'> & StoredBytesDeps,
  caller: AccountCaller,
  model: QuoteModel,
): Promise<Result<StoredModel, OrderFailure | LimitFailure>> {
  const { uri, fileName, sha256, sizeBytes, format, isMade = false } = model
  if (uri !== null) return ok({ uri, fileName, sha256, sizeBytes, format })
  const admitted = isMade ? await admitMadeBytes(deps, caller, sizeBytes) : ok(undefined)
  if (!admitted.ok) return admitted
  const stored = await storeModel(deps, model)
  if (stored.ok) await deps.models.add(caller.accountId, stored.value)
  return stored
}
