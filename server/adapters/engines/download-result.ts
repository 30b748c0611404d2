// Fetches an engine's result. Links expire within minutes, so each attempt reads the task again, and no key is sent. Does not use
// net/retry.ts, because an attempt has two calls, and the read between two downloads is the only wait.

import { rm } from 'node:fs/promises'
import {
  downloadAttemptMs,
  downloadAttempts,
  type EngineDownload,
  type EngineProgress,
  type EngineResultFile,
} from '../../domain/generation/engine/engine.ts'
import type { DownloadRefusal, Downloads } from '../../domain/models/downloads.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import { maxModelBytes } from '../../domain/models/size-limit.ts'
import { failures } from './failures.ts'

type ResultRequest = {
  readonly read: () => Promise<EngineProgress>
  readonly downloads: Downloads
  readonly what: EngineResultFile
  readonly signal: AbortSignal
}

/**
 * Downloads the result. A file that is shorter than its header states is fetched a second time, and is returned anyway if that attempt is
 * no better.
 */
export async function downloadResult(request: ResultRequest): Promise<EngineDownload> {
  let truncated: ReceivedFile | null = null
  let last: EngineDownload = failures.notFetched
  for (let attempt = 1; attempt <= downloadAttempts; attempt++) {
    const { outcome, isFinal } = await fetchOnce(request)
    last = outcome
    if (outcome.kind === 'downloaded') {
      if (truncated !== null) await rm(truncated.path, { force: true })
      if (truncated !== null || (await isWhole(outcome.file))) return outcome
      truncated = outcome.file
    } else if (isFinal) {
      break
    }
  }
  return truncated === null ? last : { kind: 'downloaded', file: truncated }
}

async function fetchOnce({
  read,
  downloads,
  what,
  signal,
}: ResultRequest): Promise<{ readonly outcome: EngineDownload; readonly isFinal: boolean }> {
  const progress = await read()
  if (progress.kind === 'failed' || progress.kind === 'banned') {
    return { outcome: progress, isFinal: true }
  }
  if (progress.kind !== 'succeeded') {
    return { outcome: { ...failures.notFetched, kind: 'unclear' }, isFinal: false }
  }
  const url = what === 'preview' ? progress.previewUrl : progress.modelUrl
  if (url === null) return { outcome: failures.notFetched, isFinal: true }
  // Vendors' hosts vary, so any public host is allowed: the link comes from the vendor's API.
  const fetched = await downloads.fetch({
    url,
    hosts: null,
    caller: null,
    maxBytes: maxModelBytes,
    timeoutMs: downloadAttemptMs,
    signal,
  })
  if (fetched.kind === 'downloaded') {
    return { outcome: { kind: 'downloaded', file: fetched.file }, isFinal: true }
  }
  if (isAway(fetched)) {
    return { outcome: { ...failures.notFetched, kind: 'unclear' }, isFinal: false }
  }
  const failure = fetched.reason === 'too_large' ? failures.tooLarge : failures.notFetched
  return { outcome: failure, isFinal: !isRetryable(fetched) }
}

/** Whether the file's host does not respond. This proves nothing about the file, which is fetched again later. */
const isAway = ({ reason, status }: DownloadRefusal): boolean =>
  reason === 'timed_out' ||
  reason === 'unreachable' ||
  (reason === 'http_status' && status !== null && (status >= 500 || status === 429))

/** Whether a GLB has as many bytes as its header states. Other files are treated as complete. */
async function isWhole({ path, sizeBytes }: ReceivedFile): Promise<boolean> {
  const head = Buffer.from(await Bun.file(path).slice(0, 12).arrayBuffer())
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'glTF') return true
  return head.readUInt32LE(8) <= sizeBytes
}

/** Whether the link has expired. */
const isRetryable = ({ reason }: DownloadRefusal): boolean =>
  reason === 'http_status' || reason === 'empty'
