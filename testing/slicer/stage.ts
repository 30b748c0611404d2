// A bridge on the scripted slicer, with the real g-code reader and separate folders.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BridgeOptions,
  createSlicerBridge,
  type SliceJob,
} from '../../slicer-bridge/bridge.ts'
import type { ReadGcode } from '../../slicer-bridge/outcome/gcode-reading.ts'
import type { SliceOutcome } from '../../slicer-bridge/outcome/outcome.ts'
import type { SliceSettings } from '../../slicer-bridge/settings/settings.ts'
import { openGeometry } from '../models/geometry.ts'

export const FAKE_SLICER = join(import.meta.dir, 'fake-slicer.sh')

export const SETTINGS: SliceSettings = {
  layerHeightMm: 0.2,
  infillPercent: 20,
  nozzleMm: 0.4,
  flow: 'standard',
}

const geometry = openGeometry()

/** Reader as the service wires it. */
export const readGcode: ReadGcode = (path, signal) =>
  geometry.measure({ source: { path }, format: 'gcode', signal })

export type Stage = ReturnType<typeof makeStage>

/** Creates a stage. Call `end` when done: it closes the bridge and removes the folders. */
export function makeStage(options: Partial<BridgeOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'slicer-stage-'))
  const workDir = join(root, 'work')
  mkdirSync(workDir)
  const bridge = createSlicerBridge({
    slicerPath: FAKE_SLICER,
    // The scripted slicer starts processes and writes to files outside of its folder.
    cage: 'off',
    workers: 2,
    workDir,
    readGcode,
    ...options,
  })
  /** Returns a model that makes the scripted slicer behave in this way. */
  const model = (behavior: string) => {
    const path = join(root, `${crypto.randomUUID()}.stl`)
    writeFileSync(path, `fake:${behavior}\n`)
    return path
  }
  return {
    root,
    workDir,
    bridge,
    model,
    slice: (behavior: string, job: Partial<SliceJob> = {}): Promise<SliceOutcome> =>
      bridge.slice({ stlPath: model(behavior), settings: SETTINGS, accountId: 'a', ...job }),
    /** Also records the arguments of every run, one line each. */
    follow: async (behavior: string) => {
      const stlPath = model(behavior)
      const outcome = await bridge.slice({ stlPath, settings: SETTINGS, accountId: 'a' })
      const runs = readFileSync(`${stlPath}.runs`, 'utf8').trimEnd().split('\n')
      return { outcome, runs }
    },
    /** Starts a job and waits until the scripted slicer reports its process id. */
    start: (behavior: string, job: Partial<SliceJob> = {}) =>
      startJob(bridge.slice, model(behavior), job),
    /** Returns remaining job folders, and the processes that work in them. */
    leftOver: () => ({ folders: jobFolders(workDir), processes: processesIn(workDir) }),
    end: async () => {
      await bridge.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export const NOTHING = { folders: [], processes: [] }

/** Starts a job and waits until the scripted slicer reports its process id. */
export async function startJob(
  slice: (job: SliceJob) => Promise<SliceOutcome>,
  stlPath: string,
  job: Partial<SliceJob> = {},
) {
  const running = Promise.withResolvers<number>()
  const outcome = slice({
    stlPath,
    settings: SETTINGS,
    accountId: 'a',
    ...job,
    onProgress: (progress) => {
      job.onProgress?.(progress)
      const id = /^process (\d+)$/.exec(progress.stage)?.[1]
      if (id) running.resolve(Number(id))
    },
  })
  // An outcome before the process has reported its id: the test must not wait forever.
  outcome.then(
    (value) => running.reject(new Error(`ended early: ${JSON.stringify(value)}`)),
    (error) => running.reject(error),
  )
  return { pid: await running.promise, outcome }
}

/** Returns whether the process is alive; a zombie process is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false // No such process.
  }
  const path = `/proc/${pid}/stat`
  return !existsSync(path) || !/\) [ZX] /.test(readFileSync(path, 'utf8'))
}

function jobFolders(workDir: string): string[] {
  return readdirSync(workDir).flatMap((name) => readdirSync(join(workDir, name)))
}

function processesIn(folder: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(folder)
    } catch {
      return false // The process ended meanwhile.
    }
  })
}
