// Hands out a stored model: the account's own, or one that was published: contract.md 4.11.

import type { AccountFailure } from '../accounts/failure.ts'
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text.ts'
import type { ModelFailure } from '../models/failure.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import { contentTypes } from '../models/format.ts'
import type { ReadableModel } from '../models/ports.ts'
import { maxModelBytes } from '../models/size-limit.ts'
import type { GenerationFailure } from './request/failure.ts'
import type { GenerationDeps } from './run/ports.ts'

/** What the GLB of a generation may be named; the bytes are always those stored. */
const formats = {
  glb: 'model/gltf-binary',
  stl: 'model/stl',
  obj: 'model/obj',
  '3mf': 'model/3mf',
} as const
type Format = keyof typeof formats

export type ProxiedModel = {
  /** In the temporary folder; whoever asked removes it. */
  readonly path: string
  readonly sizeBytes: number
  readonly contentType: string
  readonly fileName: string
  readonly asDownload: boolean
}

export type ProxyRequest = {
  readonly url: string | null
  readonly download: string | null
  readonly format: string | null
}

type ProxyFailure = GenerationFailure | ModelFailure | AccountFailure
type ProxyDeps = Pick<
  GenerationDeps,
  'models' | 'generations' | 'objects' | 'downloads' | 'temporaryFiles' | 'log'
>

const downloadTimeoutMs = 60_000

/** Order of checks: a published model goes to anyone; then the session, the address, whose it is. */
export async function proxyModel(
  deps: ProxyDeps,
  caller: Pick<AccountCaller, 'accountId'> | null,
  { url, download, format }: ProxyRequest,
): Promise<Result<ProxiedModel, ProxyFailure>> {
  const file = await findFile(deps, caller, url)
  if (!file.ok) return file
  const { model, ...local } = file.value
  const asDownload = download === 'true'
  // Only of generations the caller chooses type and name (decisions.md 32).
  if (model !== null && !model.generated) {
    const { fileName } = model
    return ok({ ...local, contentType: contentTypes[model.format], fileName, asDownload })
  }
  const named = formatOf(format)
  return ok({ ...local, contentType: formats[named], fileName: `model.${named}`, asDownload })
}

const formatOf = (sent: string | null): Format =>
  sent !== null && Object.hasOwn(formats, sent) ? (sent as Format) : 'glb'

type LocalFile = Pick<ProxiedModel, 'path' | 'sizeBytes'> & {
  /** null for an engine's own file, which is a generation's. */
  readonly model: ReadableModel | null
}

async function findFile(
  deps: ProxyDeps,
  caller: Pick<AccountCaller, 'accountId'> | null,
  sent: string | null,
): Promise<Result<LocalFile, ProxyFailure>> {
  // With a NUL in it, it is no address, and the database cannot look it up.
  const url = sent !== null && isStorable(sent) ? sent : null
  const accountId = caller?.accountId ?? null
  const key = url === null ? null : deps.objects.parseUri(url)
  const model = url === null || key === null ? null : await deps.models.findReadable(accountId, url)
  if (key !== null && model !== null) return await fetchStored(deps, key, model)
  if (accountId === null) return fail({ kind: 'session_required' })
  if (url === null || url === '') return fail({ kind: 'proxy_url_required' })
  // Storage had failed: the engine's own address, as long as it lives.
  const isOwn = key === null && (await deps.generations.ownsUrl(accountId, url))
  return isOwn ? await fetchFromEngine(deps, accountId, url) : fail({ kind: 'model_foreign' })
}

async function fetchStored(
  deps: ProxyDeps,
  key: string,
  model: ReadableModel,
): Promise<Result<LocalFile, ModelFailure>> {
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) return fail({ kind: 'model_unreadable' })
  const { path, sizeBytes } = copy.value
  return ok({ path, sizeBytes, model })
}

async function fetchFromEngine(
  { downloads, log }: ProxyDeps,
  caller: string,
  url: string,
): Promise<Result<LocalFile, ModelFailure>> {
  const timeoutMs = downloadTimeoutMs
  const found = await downloads.fetch({
    url,
    hosts: null,
    caller,
    maxBytes: maxModelBytes,
    timeoutMs,
  })
  if (found.kind === 'downloaded') {
    return ok({ path: found.file.path, sizeBytes: found.file.sizeBytes, model: null })
  }
  log.info('model.engine_link_dead', { reason: found.reason })
  return fail({ kind: 'model_unreadable' })
}
