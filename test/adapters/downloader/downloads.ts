// A downloader on a folder of its own, for tests.
import { afterAll } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDownloads,
  type DownloaderOptions,
} from '../../../server/adapters/downloader/downloads'
import { openTemporaryFiles } from '../../../server/adapters/temporary-files'
import type { Downloads } from '../../../server/domain/downloads'

const root = mkdtempSync(join(tmpdir(), 'svc-downloads-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

export function openDownloads(options: Partial<DownloaderOptions>): {
  readonly downloads: Downloads
  /** Files that nobody removed. */
  readonly left: () => readonly string[]
} {
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
