// Fetches what an engine made. Links expire within minutes, so each attempt reads the task again; no key is sent along. Not a
// case for net/retry.ts: an attempt has two calls, and the read between two downloads is the only wait.

import type {
  EngineDownload,
  EngineFailure,
  EngineProgress,
  EngineResultFile,
} from '../../domain/generation/engine/engine.ts'
import type { DownloadRefusal, Downloads } from '../../domain/models/downloads.ts'
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
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const progress = await request.read()
    if (progress.kind === 'failed' || progress.kind === 'banned') return progress
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
    if (outcome.kind === 'downloaded') return { kind: 'downloaded', file: outcome.file }
    failure = outcome.reason === 'too_large' ? failures.tooLarge : failures.notFetched
    if (!isRetryable(outcome)) break
  }
  return failure
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
