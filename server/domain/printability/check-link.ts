// Checks a mesh at a public link: downloads it, checks it and stores nothing (contract.md 5.6).
import type { Caller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { ProcessReport } from '../measurement/processing.ts'
import { type DownloadRefusal, linkDownloadMs } from '../models/downloads.ts'
import { type AddressFailure, readModelAddress } from '../models/model-address.ts'
import {
  type CheckFactsDeps,
  checkableFormat,
  checkWithFacts,
  estimateMarginMs,
  type FaultPicture,
  maxCheckedBytes,
} from './check-printability.ts'
import { faultPicture, smallEnough } from './fault-picture.ts'
import type { PrintabilityDeps } from './ports.ts'

type CheckRefusal = Extract<Awaited<ReturnType<typeof checkWithFacts>>, { ok: false }>['failure']

export type LinkFailure =
  /** `message` is the downloader's message. */
  | {
      readonly kind: 'link_refused'
      readonly reason: DownloadRefusal['reason']
      readonly message: string
    }
  /** A `gs://` URI. Another endpoint checks stored models. */
  | { readonly kind: 'link_is_stored' }
  | { readonly kind: 'link_unsupported'; readonly fileName: string }
  | AddressFailure
  | CheckRefusal

export type CheckedLink = {
  readonly fileName: string
  readonly report: ProcessReport
  /** null if none was requested, or none could be drawn in time. */
  readonly picture: FaultPicture | null
}

type LinkInput = {
  readonly modelUrl: string
  readonly withPicture: boolean
  /** Returns the milliseconds until the caller's timeout. */
  readonly timeLeftMs: () => number
  readonly signal: AbortSignal
}

export async function checkLink(
  deps: CheckFactsDeps & Pick<PrintabilityDeps, 'downloads' | 'temporaryFiles' | 'log'>,
  caller: Caller,
  { modelUrl, withPicture, timeLeftMs, signal }: LinkInput,
): Promise<Result<CheckedLink, LinkFailure>> {
  if (/^\s*gs:/i.test(modelUrl)) return fail({ kind: 'link_is_stored' })
  const address = readModelAddress(modelUrl)
  if (!address.ok) return address
  const { uri: url, units } = address.value
  const fetched = await deps.downloads.fetch({
    url,
    hosts: null,
    caller: caller.kind === 'account' ? caller.accountId : caller.address,
    maxBytes: maxCheckedBytes,
    timeoutMs: linkDownloadMs,
    signal,
  })
  if (fetched.kind === 'refused') {
    return fail({ kind: 'link_refused', reason: fetched.reason, message: fetched.message })
  }
  const { path, fileName, sha256 } = fetched.file
  try {
    const format = checkableFormat(fileName)
    // The contract does not list 3MF for links. A 3MF can be uploaded for a check.
    if (format === null || format === '3mf') return fail({ kind: 'link_unsupported', fileName })
    const input = { path, format, units, signal }
    const estimateBy = performance.now() + timeLeftMs() - estimateMarginMs
    const picture = withPicture ? faultPicture(timeLeftMs()) : undefined
    const checked = await checkWithFacts(deps, { ...input, sha256, estimateBy, picture })
    if (!checked.ok) return checked
    const { report, drawn } = checked.value
    return ok({ fileName, report, picture: smallEnough(drawn) })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}
