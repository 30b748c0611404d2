// Fetches what an engine made. Links expire within minutes, so each attempt reads the task again; no key is sent along. Not a
// case for net/retry.ts: an attempt has two calls, and the read between two downloads is the only wait.

import { rm } from 'node:fs/promises'
import type {
  EngineDownload,
  EngineFailure,
  EngineProgress,
  EngineResultFile,
} from '../../domain/generation/engine/engine.ts'
import type { DownloadRefusal, Downloads } from '../../domain/models/downloads.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import { maxModelBytes } from '../../domain/models/size-limit.ts'
import { failures } from './failures.ts'

const timeoutMs = 120_000
const attempts = 3

export async function downloadResult(request: {
  readonly read: () => Promise<EngineProgress>
  readonly downloads: Downloads
  readonly what: EngineResultFile
  readonly signal: AbortSignal
}): Promise<EngineDownload> {
  let failure: EngineFailure = failures.notFetched
  let isUnclear = false
  let truncated: Extract<EngineDownload, { kind: 'downloaded' }> | null = null
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const progress = await request.read()
    if (progress.kind === 'failed' || progress.kind === 'banned') return progress
    isUnclear = progress.kind !== 'succeeded'
    if (progress.kind !== 'succeeded') continue
    const url = request.what === 'preview' ? progress.previewUrl : progress.modelUrl
    if (url === null) return failures.notFetched
    const { downloads, signal } = request
    const outcome = await downloads.fetch({
      url,
      hosts: null,
      caller: null,
      maxBytes: maxModelBytes,
      timeoutMs,
      signal,
    })
    if (outcome.kind === 'downloaded') {
      const { file } = outcome
      // A file that is short of its own length is fetched once more.
      if (truncated !== null) await rm(truncated.file.path, { force: true })
      if (truncated !== null || (await isWhole(file))) return { kind: 'downloaded', file }
      truncated = { kind: 'downloaded', file }
      continue
    }
    failure = outcome.reason === 'too_large' ? failures.tooLarge : failures.notFetched
    if (!isRetryable(outcome)) break
  }
  if (truncated !== null) return truncated
  return isUnclear ? { ...failures.notFetched, kind: 'unclear' } : failure
}

/** Whether a GLB has as many bytes as its header says; other files count as whole. */
async function isWhole({ path, sizeBytes }: ReceivedFile): Promise<boolean> {
  const head = Buffer.from(await Bun.file(path).slice(0, 12).arrayBuffer())
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'glTF') return true
  return head.readUInt32LE(8) <= sizeBytes
}

/** The link has expired, or its host failed for a moment. */
function isRetryable({ reason }: DownloadRefusal): boolean {
  return (
    reason === 'http_status' ||
    reason === 'timed_out' ||
    reason === 'unreachable' ||
    reason === 'empty'
  )
}
