// The file that a quote is asked for: a link to an allowed host, or a model that the account has in storage.
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { LengthUnit, ModelFormat } from '../models/format.ts'
import { contentTypes, isOrderable } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { maxModelBytes } from '../models/size-limit.ts'
import type { OrderFailure } from '../orders/failure.ts'
import type { QuoteFailure } from './failure.ts'
import type { QuoteDeps } from './ports.ts'

/** A local copy that the caller of this removes. */
export type QuoteModel = ReceivedFile & {
  readonly format: ModelFormat
  /** Set when it is in storage already. */
  readonly uri: string | null
  /** What its upload said; null = what the format says. */
  readonly units: LengthUnit | null
}

/** service.md, "Agent timeouts": of the 90 s of a quote. */
const downloadMs = 60_000

type FindDeps = Pick<
  QuoteDeps,
  'downloads' | 'objects' | 'models' | 'temporaryFiles' | 'quoteAllowedHosts' | 'log'
>

export async function findModel(
  deps: FindDeps,
  caller: AccountCaller,
  { modelUrl, signal }: { modelUrl: string; signal: AbortSignal },
): Promise<Result<QuoteModel, OrderFailure | QuoteFailure>> {
  const url = modelUrl.trim()
  return url.startsWith('gs://')
    ? fetchStored(deps, caller, url)
    : await download(deps, caller, { url, signal })
}

/** Ownership is in the query: another account's address and an unknown one are the same answer. */
async function fetchStored(
  deps: FindDeps,
  caller: AccountCaller,
  uri: string,
): Promise<Result<QuoteModel, OrderFailure | QuoteFailure>> {
  const key = deps.objects.parseUri(uri)
  if (key === null) return fail({ kind: 'model_not_managed' })
  const stored = await deps.models.findOwned(caller.accountId, uri)
  if (stored === null) return fail({ kind: 'model_foreign' })
  const { fileName, format, units } = stored
  if (!isOrderable(format)) return fail({ kind: 'quote_file_unsupported', fileName })
  const path = deps.temporaryFiles.path()
  const fetched = await deps.objects.fetchToFile(key, path).catch((error: unknown) => {
    deps.log.warn('model.unreadable', { uri, error: String(error) })
    return null
  })
  if (fetched === null) {
    await deps.temporaryFiles.remove(path)
    return fail({ kind: 'model_unreadable' })
  }
  return ok({ ...fetched, path, fileName, format, uri, units })
}

async function download(
  deps: FindDeps,
  { accountId }: AccountCaller,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<Result<QuoteModel, QuoteFailure>> {
  const hosts = deps.quoteAllowedHosts
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : null
  if (host === null || host === '') return fail({ kind: 'quote_url_invalid' })
  // Said before anything is looked up: the list is the operator's, whatever else may be wrong with the address.
  if (!hosts.includes(host)) return fail({ kind: 'quote_host_not_allowed', hosts })
  const fetched = await deps.downloads.fetch({
    url,
    hosts,
    caller: accountId,
    maxBytes: maxModelBytes,
    timeoutMs: downloadMs,
    signal,
  })
  if (fetched.kind === 'refused') {
    return fetched.reason === 'host_not_allowed'
      ? fail({ kind: 'quote_host_not_allowed', hosts })
      : fail({ kind: 'quote_download_refused', message: fetched.message })
  }
  const { file } = fetched
  const format = quotableFormat(file.fileName)
  if (format === null) {
    await deps.temporaryFiles.remove(file.path)
    return fail({ kind: 'quote_file_unsupported', fileName: file.fileName })
  }
  return ok({ ...file, format, uri: null, units: null })
}

/** .stl, .glb and .3mf: what is in a .3mf, a sliced plate or a mesh, its content says (decisions.md 7). */
function quotableFormat(fileName: string): ModelFormat | null {
  const extension = /\.(stl|glb|3mf)$/i.exec(fileName)?.[1]?.toLowerCase()
  return extension === 'stl' || extension === 'glb' || extension === '3mf' ? extension : null
}

/** Puts the file into storage under its hash, as the account's. */
export async function keepModel(
  deps: Pick<QuoteDeps, 'objects' | 'models' | 'log'>,
  caller: AccountCaller,
  model: QuoteModel,
): Promise<Result<StoredModel, OrderFailure>> {
  const { format, fileName, sha256, sizeBytes, path } = model
  if (model.uri !== null) return ok({ uri: model.uri, fileName, sha256, sizeBytes, format })
  const key = `models/${sha256}.${format}`
  const file = { uri: deps.objects.uri(key), fileName, sha256, sizeBytes, format }
  try {
    await deps.objects.putFile(key, path, contentTypes[format])
  } catch (error) {
    deps.log.error('model.storing_failed', { key, error: String(error) })
    return fail({ kind: 'storage_failed' })
  }
  await deps.models.add(caller.accountId, file)
  return ok(file)
}
