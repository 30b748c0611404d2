// Fetches what an engine made. Links live for minutes, so each attempt reads the task anew; no key is sent along.

import type {
  EngineDownload,
  EngineFailure,
  EngineProgress,
  EngineResultFile,
} from '../../domain/generation/engine/engine.ts'
import type { DownloadRefusal, Downloads } from '../../domain/models/downloads.ts'
import { failures } from './failures.ts'

const bytesMax = 100 * 1024 * 1024
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
      maxBytes: bytesMax,
      timeoutMs,
      signal,
    })
    if (outcome.kind === 'downloaded') return { kind: 'downloaded', file: outcome.file }
    failure = outcome.reason === 'too_large' ? failures.tooLarge : failures.notFetched
    if (!mayBeBetter(outcome)) break
  }
  return failure
}

/** A link that has died, or a host that has a bad moment. */
function mayBeBetter({ reason }: DownloadRefusal): boolean {
  return (
    reason === 'http_status' ||
    reason === 'timed_out' ||
    reason === 'unreachable' ||
    reason === 'empty'
  )
}
