// The worker of a page with the geometry core: the same WASM build that the server measures with. It reads a file, inspects it and
// sends the surface to be shown. The page replaces it when it breaks.
import type { PrintSettings, Work } from '../../../geometry/messages.ts'
import type { DisplayMesh, JobFailure } from '../../../geometry/outcome.ts'
import { bytesOf, createInstance, type Instance } from '../../../geometry/run-task.ts'
import type {
  CoreFiles,
  CoreOutcome,
  CoreTask,
  EstimateTask,
  FromCore,
  InspectTask,
  ModelFile,
  ToCore,
} from './messages.ts'
import { scaledStl } from './scaled-stl.ts'
import { buffersOf, surfaceOf } from './surface.ts'

let starting: Promise<Instance> | null = null
/** Tasks run one after the other: there is one instance. */
let last: Promise<void> = Promise.resolve()

const send = (message: FromCore, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer })

self.addEventListener('message', ({ data }: MessageEvent<ToCore>) => {
  if (data.kind === 'start') {
    starting = start(data)
    // The first task reports it.
    starting.catch(() => {})
    return
  }
  const { id, task } = data
  last = last.then(() => run(id, task))
})

async function start({ coreWasm, dracoWasm }: CoreFiles): Promise<Instance> {
  const module = await WebAssembly.compileStreaming(fetchOk(coreWasm))
  return createInstance({
    module,
    dracoWasm: async () => new Uint8Array(await (await fetchOk(dracoWasm)).arrayBuffer()),
  })
}

async function fetchOk(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

async function run(id: number, task: CoreTask): Promise<void> {
  try {
    if (starting === null) throw new Error('a task arrived before the start')
    const context = { id, instance: await starting }
    if (task.kind === 'estimate') await estimate(context, task)
    else await inspect(context, task)
  } catch (error) {
    send({ kind: 'broken', id, reason: error instanceof Error ? error.message : String(error) })
  }
}

type Context = { readonly id: number; readonly instance: Instance }

async function estimate({ id, instance }: Context, task: EstimateTask): Promise<void> {
  const { settings } = task
  const outcome = await runTask(instance, task, await bytesOfFile(task.file), {
    kind: 'estimate',
    settings: ownSettings(settings),
  })
  switch (outcome.kind) {
    case 'estimated':
    case 'unreadable':
    case 'timed_out':
    case 'crashed':
      return send({ kind: 'outcome', id, outcome })
    default:
      throw new Error(`an estimate ended as ${outcome.kind}`)
  }
}

const ownSettings = ({
  layerHeightMm,
  infillPercent,
  nozzleMm,
  flow,
}: PrintSettings): PrintSettings => ({ layerHeightMm, infillPercent, nozzleMm, flow })

async function inspect(context: Context, task: InspectTask): Promise<void> {
  const { id } = context
  const bytes = await bytesOfFile(task.file, (share) => send({ kind: 'reading', id, share }))
  const { outcome, mesh } = await inspectBytes(context, task, bytes)
  send({ kind: 'outcome', id, outcome })
  const surface = mesh === null ? null : surfaceOf(mesh)
  send({ kind: 'surface', id, surface }, surface === null ? [] : buffersOf(surface))
}

type Shown = { readonly outcome: CoreOutcome; readonly mesh: DisplayMesh | null }

async function inspectBytes(
  { instance }: Context,
  task: InspectTask,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Shown> {
  // An archive may hold sliced plates instead of a mesh: only measuring tells.
  if (task.format === 'gcode' || task.format === '3mf') {
    const measured = await runTask(instance, task, bytes, { kind: 'measure' })
    if (measured.kind === 'sliced') return withoutMesh(measured)
    if (measured.kind !== 'mesh') return withoutMesh(failureOf(measured))
  }
  const converted = await convert(instance, task, bytes)
  if (converted !== null && 'kind' in converted) return withoutMesh(converted)
  const read: Readable = converted === null ? task : { format: 'stl', units: null }
  const content = converted === null ? bytes : await bytesOfFile(converted)
  const outcome = await runTask(instance, read, content, {
    kind: 'inspect',
    settings: task.settings,
    outputs: { mesh: true },
  })
  if (outcome.kind !== 'inspected') return withoutMesh(failureOf(outcome))
  const { mesh, picture: _picture, ...inspected } = outcome
  return { outcome: { kind: 'inspected', inspected, converted }, mesh }
}

/** The file that is printed, where that is not the one that was chosen. */
async function convert(
  instance: Instance,
  task: InspectTask,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Blob | Failed | null> {
  if (task.format === 'obj') {
    // As the server converts an upload.
    const outcome = await runTask(instance, task, bytes, {
      kind: 'process',
      options: {},
      outputs: { stl: true, glb: false },
    })
    if (outcome.kind !== 'processed') return failureOf(outcome)
    const stl = new Blob(outcome.stl === null ? [] : [new Uint8Array(outcome.stl)])
    return task.scale === 1
      ? stl
      : await rescaled(instance, { ...task, format: 'stl', units: null }, await bytesOfFile(stl))
  }
  return task.scale === 1 ? null : await rescaled(instance, task, bytes)
}

async function rescaled(
  instance: Instance,
  task: InspectTask,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Blob | Failed> {
  const outcome = await runTask(instance, task, bytes, {
    kind: 'inspect',
    settings: task.settings,
    outputs: { mesh: true },
  })
  if (outcome.kind !== 'inspected') return failureOf(outcome)
  if (outcome.mesh === null) throw new Error('an inspection returned no mesh')
  return scaledStl(outcome.mesh, task.scale)
}

type Failed = Exclude<JobFailure, { kind: 'busy' }>
type Readable = Pick<ModelFile, 'format' | 'units'>

const withoutMesh = (outcome: CoreOutcome): Shown => ({ outcome, mesh: null })

/** Narrows an outcome that is not the expected result; another kind of result is a bug. */
function failureOf(outcome: { readonly kind: string } | Failed): Failed {
  if ('code' in outcome && outcome.kind === 'unreadable') return outcome
  if (outcome.kind === 'timed_out') return { kind: 'timed_out' }
  throw new Error(`the core returned ${outcome.kind}`)
}

async function runTask(
  instance: Instance,
  { format, units }: Readable,
  bytes: Uint8Array<ArrayBuffer>,
  work: Work,
) {
  const task = { format, work, ...(units !== null && { units }) }
  const result = await instance.run(task, () => bytesOf(bytes))
  if (result.kind === 'outcome') return result.outcome
  throw new Error(result.kind === 'broken' ? result.reason : result.message)
}

/** In pieces, so that the page can show how far it is. */
async function bytesOfFile(
  file: Blob,
  onProgress: (share: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size)
  let done = 0
  let told = 0
  const reader = file.stream().getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, done)
    done += part.value.length
    if (done - told >= 2 ** 20) {
      told = done
      onProgress(done / file.size)
    }
  }
  return bytes
}
