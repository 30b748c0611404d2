// The product's engines with the vendors' stand-ins, in one process: real HTTP and real downloads; pauses are
// recorded instead of waited.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDownloads } from '../../server/adapters/downloader/downloads.ts'
import { createEngines } from '../../server/adapters/engines/create-engines.ts'
import { openTemporaryFiles } from '../../server/adapters/storage/temporary-files.ts'
import type { Log } from '../../server/domain/base/ports.ts'
import type {
  EngineFailure,
  EngineRequest,
  Engines,
  EngineTask,
  GenerationImage,
} from '../../server/domain/generation/engine/engine.ts'
import {
  type EngineStandInOptions,
  type EngineStandIns,
  scriptedPng,
  startEngineStandIns,
} from './engine-stand-ins/start.ts'

export type Finished = {
  readonly kind: 'finished'
  readonly task: EngineTask
  readonly modelUrl: string
  readonly previewUrl: string | null
  /** Number of polls in which it was running. */
  readonly running: number
}

export type EngineBench = {
  readonly engines: Engines
  /** Opens the same vendors as another process knows them. */
  readonly reopened: () => Engines
  readonly vendors: EngineStandIns
  /** Milliseconds of each pause between repeated calls. */
  readonly pauses: number[]
  /** Log lines as JSON. */
  readonly logged: string[]
  /** A picture on disk, with the words for the stand-ins in its bytes. */
  readonly picture: (words?: string, change?: Partial<GenerationImage>) => GenerationImage
  readonly run: (request: EngineRequest) => Promise<Finished | EngineFailure>
  /** Runs an accepted task to its end; every step's task passes through JSON, as in a job's row. */
  readonly finish: (task: EngineTask) => Promise<Finished | EngineFailure>
  readonly bytes: (task: EngineTask, what?: 'model' | 'preview') => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

export type EngineBenchOptions = EngineStandInOptions & {
  readonly only?: 'tripo' | 'fal'
}

export function openEngineBench({ only, ...options }: EngineBenchOptions = {}): EngineBench {
  const folder = mkdtempSync(join(tmpdir(), 'svc-engines-'))
  const temporaryFiles = openTemporaryFiles(join(folder, 'files'))
  const vendors = startEngineStandIns(options)
  const pauses: number[] = []
  const logged: string[] = []
  const note = (event: string, facts?: Record<string, unknown>) =>
    void logged.push(JSON.stringify({ event, ...facts }))
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const reopened = () =>
    createEngines({
      tripo: only === 'fal' ? null : vendors.tripo,
      fal: only === 'tripo' ? null : vendors.fal,
      temporaryFiles,
      downloads: createDownloads({ temporaryFiles, log, allowLoopback: true }),
      log,
      pause: async (ms) => void pauses.push(ms),
    })
  const engines = reopened()
  const { signal } = new AbortController()
  const finish = async (first: EngineTask): Promise<Finished | EngineFailure> => {
    let task: EngineTask = JSON.parse(JSON.stringify(first))
    for (let running = 0; running < 50; ) {
      const progress = await engines.read(task, signal)
      if (progress.kind === 'running') {
        running += 1
      } else if (progress.kind === 'step_done') {
        const next = await engines.next(JSON.parse(JSON.stringify(progress.task)), signal)
        if (next.kind === 'busy') return { ...next, kind: 'failed' }
        if (next.kind !== 'started') return next
        task = JSON.parse(JSON.stringify(next.task))
      } else if (progress.kind === 'succeeded') {
        const { modelUrl, previewUrl } = progress
        return { kind: 'finished', task, modelUrl, previewUrl, running }
      } else {
        return progress
      }
    }
    throw new Error('still running after 50 looks')
  }
  let pictures = 0
  return {
    engines,
    reopened,
    vendors,
    pauses,
    logged,
    picture: (words = '', change = {}) => {
      pictures += 1
      const path = join(folder, `picture-${pictures}`)
      const bytes = scriptedPng(words)
      writeFileSync(path, bytes)
      const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      const file = { path, fileName: 'aunt mary at home.png', sizeBytes: bytes.length, sha256 }
      return { ...file, mimeType: 'image/png', ...change }
    },
    run: async (request) => {
      const outcome = await engines.start(request, signal)
      if (outcome.kind === 'started') return await finish(outcome.task)
      return outcome.kind === 'busy' ? { ...outcome, kind: 'failed' } : outcome
    },
    finish,
    bytes: async (task, what) => {
      const outcome = await engines.download(task, signal, what)
      if (outcome.kind !== 'downloaded') throw new Error(outcome.message)
      return readFileSync(outcome.file.path)
    },
    close: async () => {
      await vendors.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
