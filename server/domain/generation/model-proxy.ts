// Serves a stored model: one of the account, or a public one (contract.md 4.11).

import type { AccountFailure } from '../accounts/failure.ts'
import type { AccountCaller } from '../base/caller.ts'
import { keysOf } from '../base/keys-of.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text/text.ts'
import type { ModelFailure } from '../models/failure.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import { contentTypes } from '../models/format.ts'
import type { ReadableModel } from '../models/ports.ts'
import { maxModelBytes } from '../models/size-limit.ts'
import { imageExtensions } from './engine/engine.ts'
import type { GenerationFailure } from './request/failure.ts'
import type { GenerationDeps, StoredImage } from './run/ports.ts'

/** The values of `format` for a generation's GLB. The stored bytes are always returned unchanged. */
const formats = {
  glb: 'model/gltf-binary',
  stl: 'model/stl',
  obj: 'model/obj',
  '3mf': 'model/3mf',
} as const
type Format = keyof typeof formats

export type ProxiedModel = {
  /** In the temporary folder. The caller removes it. */
  readonly path: string
  readonly sizeBytes: number
  readonly contentType: string
  readonly fileName: string
  readonly isDownload: boolean
}

export type ProxyRequest = {
  readonly url: string | null
  readonly download: string | null
  readonly format: string | null
}

type ProxyFailure = GenerationFailure | ModelFailure | AccountFailure
type ProxyDeps = Pick<
  GenerationDeps,
  'models' | 'images' | 'generations' | 'objects' | 'downloads' | 'temporaryFiles' | 'log'
>

const resultDownloadMs = 60_000

/** Order of checks: public model, session, URL, ownership. */
export async function proxyModel(
  deps: ProxyDeps,
  caller: Pick<AccountCaller, 'accountId'> | null,
  { url, download, format }: ProxyRequest,
): Promise<Result<ProxiedModel, ProxyFailure>> {
  const file = await findFile(deps, caller, url)
  if (!file.ok) return file
  const { model, image, ...local } = file.value
  const asDownload = download === 'true'
  if (image !== null) {
    const fileName = `picture.${imageExtensions[image.mimeType]}`
    return ok({ ...local, contentType: image.mimeType, fileName, isDownload: asDownload })
  }
  // The caller can choose type and name for generations only (decisions.md 32).
  if (model !== null && !model.isGenerated) {
    const { fileName } = model
    return ok({
      ...local,
      contentType: contentTypes[model.format],
      fileName,
      isDownload: asDownload,
    })
  }
  const named = formatOf(format)
  return ok({
    ...local,
    contentType: formats[named],
    fileName: `model.${named}`,
    isDownload: asDownload,
  })
}

const formatOf = (text: string | null): Format =>
  keysOf(formats).find((format) => format === text) ?? 'glb'

type LocalFile = Pick<ProxiedModel, 'path' | 'sizeBytes'> & {
  /** null for a generation's file that only the engine has. */
  readonly model: ReadableModel | null
  /** Set for a picture made for the account. */
  readonly image: StoredImage | null
}

async function findFile(
  deps: ProxyDeps,
  caller: Pick<AccountCaller, 'accountId'> | null,
  sent: string | null,
): Promise<Result<LocalFile, ProxyFailure>> {
  // The database cannot store NUL, so a URL with NUL is unknown.
  const url = sent !== null && isStorable(sent) ? sent : null
  const accountId = caller?.accountId ?? null
  const key = url === null ? null : deps.objects.parseUri(url)
  const model = url === null || key === null ? null : await deps.models.findReadable(accountId, url)
  if (key !== null && model !== null) return await fetchStored(deps, key, { model, image: null })
  if (accountId === null) return fail({ kind: 'session_required' })
  if (url === null || url === '') return fail({ kind: 'proxy_url_required' })
  const image = key === null ? null : await deps.images.findOwned(accountId, url)
  if (key !== null && image !== null) return await fetchStored(deps, key, { model: null, image })
  // If storage failed, the URL is the engine's, until it expires.
  const isOwn = key === null && (await deps.generations.ownsUrl(accountId, url))
  return isOwn ? await fetchFromEngine(deps, accountId, url) : fail({ kind: 'model_foreign' })
}

async function fetchStored(
  deps: ProxyDeps,
  key: string,
  file: Pick<LocalFile, 'model' | 'image'>,
): Promise<Result<LocalFile, ModelFailure>> {
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) return fail({ kind: 'model_unreadable' })
  const { path, sizeBytes } = copy.value
  return ok({ path, sizeBytes, ...file })
}

async function fetchFromEngine(
  { downloads, log }: ProxyDeps,
  caller: string,
  url: string,
): Promise<Result<LocalFile, ModelFailure>> {
  const timeoutMs = resultDownloadMs
  const download = await downloads.fetch({
    url,
    hosts: null,
    caller,
    maxBytes: maxModelBytes,
    timeoutMs,
  })
  if (download.kind === 'downloaded') {
    return ok({
      path: download.file.path,
      sizeBytes: download.file.sizeBytes,
      model: null,
      image: null,
    })
  }
  log.info('model.engine_link_expired', { reason: download.reason })
  return fail({ kind: 'model_unreadable' })
}
