// A downloader with a separate folder, for tests.
import { afterAll } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDownloads,
  type DownloaderOptions,
} from '../../../server/adapters/downloader/downloads.ts'
import { openTemporaryFiles } from '../../../server/adapters/storage/temporary-files.ts'
import type { Downloads } from '../../../server/domain/models/downloads.ts'

const root = join(tmpdir(), `svc-downloads-${process.pid}`)

/** Call it once in each test file: one process may run several, which share this module. */
export function removeDownloadsAtTheEnd(): void {
  afterAll(() => rmSync(root, { recursive: true, force: true }))
}

export function openDownloads(options: Partial<DownloaderOptions>): {
  readonly downloads: Downloads
  /** Files that were not removed. */
  readonly left: () => readonly string[]
} {
  mkdirSync(root, { recursive: true })
  const folder = mkdtempSync(join(root, 'of-one-'))
  const downloads = createDownloads({
    temporaryFiles: openTemporaryFiles(folder),
    log: { debug: () => {} },
    allowLoopback: false,
    ...options,
  })
  return { downloads, left: () => readdirSync(folder) }
}

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return address.port
}
