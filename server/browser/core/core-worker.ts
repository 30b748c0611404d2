// Worker of a page with the geometry core. It reads, measures and inspects a file, and sends its surface for display. The
// page replaces the worker if it breaks.
//
// The measuring core is loaded first: on a slow connection it has the price of an STL before the whole core, which is six
// times as large, has arrived.
import { createMeasuringCore, type MeasuringCore } from '../../../geometry/measuring.ts'
import { isChanging } from '../../domain/measurement/part-changes.ts'
import { fetchOk } from './fetch-ok.ts'
import { FileBytes, FileUnreadable } from './file-bytes.ts'
import type { CoreFiles, CoreTask, FromCore, MeasureTask, ToCore } from './messages.ts'
import type { WholeCore } from './whole-core.ts'

let measuring: Promise<MeasuringCore | null> = Promise.resolve(null)
let starting: Promise<WholeCore> | null = null
let whole: WholeCore | null = null
/** Tasks run one after another because there is a single core instance. */
let last: Promise<void> = Promise.resolve()
let waiting = 0

const files = new FileBytes()

const send = (message: FromCore) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<ToCore>) => {
  switch (data.kind) {
    case 'prepare':
      // Without it, the whole core measures every file.
      measuring = loadMeasuring(data.measuringWasm).catch(() => null)
      return
    case 'start':
      starting = start(data)
      // The first task reports the error.
      starting.catch(() => {})
      return
    case 'task': {
      const { id, task } = data
      waiting++
      last = last.then(() => run(id, task))
    }
  }
})

const loadMeasuring = async (url: string): Promise<MeasuringCore> =>
  createMeasuringCore(await WebAssembly.compileStreaming(fetchOk(url)))

async function start(addresses: CoreFiles): Promise<WholeCore> {
  // Both downloads at the same time would delay the price.
  await measuring
  const [{ createWholeCore }, module] = await Promise.all([
    import('./whole-core.ts'),
    WebAssembly.compileStreaming(fetchOk(addresses.coreWasm)),
  ])
  whole = await createWholeCore(module, { ...addresses, files, isWanted: () => waiting > 0 })
  return whole
}

async function run(id: number, task: CoreTask): Promise<void> {
  try {
    if (!(await measureFirst(id, task))) {
      if (starting === null) throw new Error('a task arrived before the start')
      const core = await starting
      send({ kind: 'begun', id })
      await core.run(id, task)
    }
    waiting--
    send({ kind: 'ended', id, memoryBytes: await memoryBytes() })
  } catch (error) {
    // The page replaces the worker.
    send({ kind: 'broken', id, reason: error instanceof Error ? error.message : String(error) })
  }
}

/** Measures the file of the task if the whole core is not there yet. Returns whether it sent the outcome. */
async function measureFirst(id: number, task: CoreTask): Promise<boolean> {
  if (whole !== null || task.kind !== 'measure' || !isPlainStl(task)) return false
  const core = await measuring
  // The whole core may have arrived in the meantime.
  if (core === null || whole !== null) return false
  send({ kind: 'begun', id })
  const bytes = await files
    .read(task, (share) => send({ kind: 'reading', id, share }))
    .catch((error: unknown) => {
      if (error instanceof FileUnreadable) return null
      throw error
    })
  const report = bytes === null ? null : core.measure(bytes, task.units)
  if (report === null) {
    send({ kind: 'waiting', id })
    return false
  }
  send({
    kind: 'outcome',
    id,
    outcome: { kind: 'measured', report, converted: null, reshaped: null },
  })
  return true
}

/**
 * Bytes of the largest file that the measuring core reads. Its memory stays for the life of the worker, beside that of
 * the whole core.
 */
const maxFirstBytes = 20 * 2 ** 20

/** Whether the file is measured as it is. All others are converted first, which needs the whole core. */
const isPlainStl = ({ format, scale, changes, file }: MeasureTask): boolean =>
  format === 'stl' && scale === 1 && !isChanging(changes) && file.size <= maxFirstBytes

const memoryBytes = async (): Promise<number> =>
  (whole?.memoryBytes() ?? 0) + ((await measuring)?.memoryBytes() ?? 0)
