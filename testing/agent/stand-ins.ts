// A web and a slicer for tests of quotes: files by their address, slices of any size.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { AccountCaller } from '../../server/domain/base/caller.ts'
import type { DownloadRequest, Downloads } from '../../server/domain/models/downloads.ts'
import type { SliceOutcome, SliceRequest, Slicer } from '../../server/domain/slicing/ports.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import type { TestAccount } from '../service/service.ts'

export const HOST = 'files.example.com'

/** Serves the published files; everything else is 404. */
export function standInWeb({ temporaryFiles }: Pick<Deps, 'temporaryFiles'>) {
  const files = new Map<string, Uint8Array | string>()
  const asked: DownloadRequest[] = []
  const downloads: Downloads = {
    fetch: async (request) => {
      asked.push(request)
      const bytes = files.get(request.url)
      if (bytes === undefined) {
        const message = 'The link answered 404. Check it and send one that leads to the file.'
        return { kind: 'refused', reason: 'http_status', message, status: 404 }
      }
      const path = temporaryFiles.path()
      writeFileSync(path, bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const fileName = request.url.slice(request.url.lastIndexOf('/') + 1)
      const file = { path, fileName, sizeBytes: Buffer.byteLength(bytes), sha256 }
      return { kind: 'downloaded', file, contentType: null }
    },
  }
  return {
    downloads,
    asked,
    /** Publishes a file and returns its address. */
    publish: (name: string, bytes: Uint8Array | string): string => {
      const url = `https://${HOST}/${name}`
      files.set(url, bytes)
      return url
    },
  }
}

/** 126 g of pla, two hours. */
export const SLICE = {
  kind: 'sliced',
  filamentCm3: 100,
  seconds: 7200,
  layers: 250,
  warnings: [],
} as const satisfies SliceOutcome

export function standInSlicer(outcome: SliceOutcome = SLICE) {
  const asked: SliceRequest[] = []
  const slicer: Slicer = {
    analysisKey: async () => null,
    readiness: () => 'ready',
    isStored: async () => false,
    slice: async (request) => {
      asked.push(request)
      return { outcome, cached: false }
    },
  }
  return { slicer, asked }
}

export const noSlicer: Slicer = {
  analysisKey: async () => null,
  readiness: () => 'not_configured',
  isStored: async () => false,
  slice: async () => ({
    outcome: { kind: 'unavailable', reason: 'not_installed', detail: 'there is no slicer' },
    cached: false,
  }),
}

/** Returns the caller, as the endpoint resolves the account's key. */
export const callerOf = ({ accountId, email }: TestAccount): AccountCaller => ({
  kind: 'account',
  accountId,
  email,
  credential: 'api_key',
})
