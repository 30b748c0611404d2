// Tasks of a page's worker on the whole geometry core, the same WASM build that the server uses for measuring. The worker
// loads this file after the measuring core.
import type { InspectSettings, PrintSettings, Work } from '../../../geometry/messages.ts'
import type { JobFailure } from '../../../geometry/outcome.ts'
import { bytesOf, createInstance, type Instance } from '../../../geometry/run-task.ts'
import { unreadableCodes } from '../../domain/measurement/failure.ts'
import {
  changeOptions,
  changesMade,
  isChanged,
  isChanging,
  type PartChanges,
} from '../../domain/measurement/part-changes.ts'
import { fetchOk } from './fetch-ok.ts'
import { type FileBytes, FileUnreadable } from './file-bytes.ts'
import type {
  Converted,
  CoreFiles,
  CoreOutcome,
  CoreTask,
  EstimateTask,
  FromCore,
  InspectTask,
  MeasureTask,
  ModelFile,
  PictureTask,
  Reshaped,
} from './messages.ts'
import { scaledStl } from './scaled-stl.ts'
import { buffersOf, surfaceOf } from './surface.ts'
import { warmUp } from './warm-up.ts'

export type WholeCore = {
  /** Runs a task and sends its messages, except `begun` and `ended`. Rejects if the core is broken. */
  readonly run: (id: number, task: CoreTask) => Promise<void>
  readonly memoryBytes: () => number
}

export type WholeCoreOptions = Pick<CoreFiles, 'dracoWasm'> & {
  readonly files: FileBytes
  /** Whether a task waits, which ends the warm-up. */
  readonly isWanted: () => boolean
}

const send = (message: FromCore, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer })

/** Instantiates and warms up the core. */
export async function createWholeCore(
  module: WebAssembly.Module,
  { dracoWasm, files, isWanted }: WholeCoreOptions,
): Promise<WholeCore> {
  const instance = createInstance({
    module,
    dracoWasm: async () => new Uint8Array(await (await fetchOk(dracoWasm)).arrayBuffer()),
  })
  await warmUp(instance, isWanted)
  return {
    run: (id, task) => runTask({ id, instance, files }, task),
    memoryBytes: () => instance.memoryBytes(),
  }
}

type Core = { readonly instance: Instance; readonly files: FileBytes }
type Context = Core & { readonly id: number }

async function runTask(context: Context, task: CoreTask): Promise<void> {
  const sendOutcome = (outcome: CoreOutcome) => send({ kind: 'outcome', id: context.id, outcome })
  try {
    switch (task.kind) {
      case 'measure':
        return sendOutcome(await measure(context, task))
      case 'inspect':
        return await inspect(context, task, sendOutcome)
      case 'picture':
        return sendOutcome(await picture(context, task))
      case 'estimate':
        return sendOutcome(await estimate(context, task))
    }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    sendOutcome({
      kind: 'unreadable',
      code: unreadableCodes.moved,
      message: 'The browser can no longer read the file: it was moved or changed. Choose it again.',
    })
  }
}

async function measure(context: Context, task: MeasureTask): Promise<CoreOutcome> {
  const { id, files } = context
  await files.read(task, (share) => send({ kind: 'reading', id, share }))
  const resized = await convert(context, task)
  if (resized !== null && 'kind' in resized) return resized
  const sized = resized === null ? task : stlOf(resized)
  const outcome = await perform(context, sized, { kind: 'measure' })
  switch (outcome.kind) {
    case 'mesh': {
      const { report } = outcome
      if (isChanging(task.changes)) {
        return await reshape(context, task.changes, { report, resized, sized })
      }
      return { kind: 'measured', report, converted: resized, reshaped: null }
    }
    case 'sliced':
      files.drop()
      return outcome
    default:
      return failureOf(outcome)
  }
}

type Measured = {
  readonly report: Reshaped['before']
  readonly resized: Converted | null
  /** The measured file. */
  readonly sized: ModelFile
}

/** Rotates the part onto its best face and hollows it. Keeps the original file if that changes nothing. */
async function reshape(
  core: Core,
  changes: PartChanges,
  { report, resized, sized }: Measured,
): Promise<CoreOutcome> {
  const outcome = await perform(core, sized, {
    kind: 'process',
    options: changeOptions(changes),
    outputs: { stl: true, glb: false },
  })
  if (outcome.kind !== 'processed') return failureOf(outcome)
  const made = changesMade(changes, outcome.report.meshRepair)
  const reshaped = { ...made, before: report }
  if (!isChanged(made)) return { kind: 'measured', report, converted: resized, reshaped }
  const key = `${sized.key}, turned ${changes.orient}, wall ${changes.wallMm}`
  const converted = keep(core, key, new Uint8Array(outcome.stl ?? []))
  const after = await perform(core, stlOf(converted), { kind: 'measure' })
  if (after.kind !== 'mesh') return failureOf(after)
  return { kind: 'measured', report: after.report, converted, reshaped }
}

/** Scales and converts the part, if necessary. */
async function convert(core: Core, task: MeasureTask): Promise<Converted | TaskFailure | null> {
  if (task.format !== 'obj') return task.scale === 1 ? null : await rescale(core, task)
  // Uses the server's conversion of uploads.
  const outcome = await perform(core, task, {
    kind: 'process',
    options: {},
    outputs: { stl: true, glb: false },
  })
  if (outcome.kind !== 'processed') return failureOf(outcome)
  const made = keep(core, `${task.key} as STL`, new Uint8Array(outcome.stl ?? []))
  return task.scale === 1
    ? made
    : await rescale(core, { ...stlOf(made), settings: task.settings, scale: task.scale })
}

type Scaled = ModelFile & { readonly settings: InspectSettings; readonly scale: number }

async function rescale(core: Core, task: Scaled): Promise<Converted | TaskFailure> {
  const { settings, scale, key } = task
  const outcome = await perform(core, task, {
    kind: 'inspect',
    settings,
    outputs: { mesh: true },
  })
  if (outcome.kind !== 'inspected') return failureOf(outcome)
  if (outcome.mesh === null) throw new Error('an inspection returned no mesh')
  return keep(core, `${key} at ${scale}`, scaledStl(outcome.mesh, scale))
}

function keep({ files }: Core, key: string, bytes: Uint8Array<ArrayBuffer>): Converted {
  files.keep(key, bytes)
  return { key, file: new Blob([bytes], { type: 'model/stl' }) }
}

const stlOf = ({ file, key }: Converted): ModelFile => ({ file, key, format: 'stl', units: null })

async function inspect(
  core: Context,
  task: InspectTask,
  sendOutcome: (outcome: CoreOutcome) => void,
): Promise<void> {
  const outcome = await perform(core, task, {
    kind: 'inspect',
    settings: task.settings,
    outputs: { mesh: true },
  })
  core.files.drop()
  if (outcome.kind !== 'inspected') return sendOutcome(failureOf(outcome))
  const { mesh, picture: _picture, ...inspected } = outcome
  sendOutcome({ kind: 'inspected', inspected })
  const surface = mesh === null ? null : surfaceOf(mesh)
  send({ kind: 'surface', id: core.id, surface }, surface === null ? [] : buffersOf(surface))
}

async function picture(core: Context, task: PictureTask): Promise<CoreOutcome> {
  const outcome = await perform(core, task, {
    kind: 'inspect',
    settings: task.settings,
    outputs: { mesh: false, picture: task.picture },
  })
  if (outcome.kind !== 'inspected') return failureOf(outcome)
  if (outcome.picture === null) throw new Error('an inspection returned no picture')
  return { kind: 'pictured', picture: new Blob([outcome.picture], { type: 'image/png' }) }
}

async function estimate(core: Context, task: EstimateTask): Promise<CoreOutcome> {
  const outcome = await perform(core, task, {
    kind: 'estimate',
    settings: ownPrintSettings(task.settings),
  })
  return outcome.kind === 'estimated' ? outcome : failureOf(outcome)
}

/** Drops settings that the crate would refuse as unknown. */
const ownPrintSettings = ({
  layerHeightMm,
  infillPercent,
  nozzleMm,
  flow,
}: PrintSettings): PrintSettings => ({ layerHeightMm, infillPercent, nozzleMm, flow })

type TaskFailure = Exclude<JobFailure, { kind: 'busy' }>

/**
 * Returns the failure of an outcome that is not the expected result. Throws on any other kind of result, which would be
 * a bug.
 */
function failureOf(outcome: { readonly kind: string } | TaskFailure): TaskFailure {
  if ('code' in outcome && outcome.kind === 'unreadable') return outcome
  if (outcome.kind === 'timed_out') return { kind: 'timed_out' }
  throw new Error(`the core returned ${outcome.kind}`)
}

async function perform({ instance, files }: Core, model: ModelFile, work: Work) {
  const { format, units } = model
  const bytes = await files.read(model)
  const task = { format, work, ...(units !== null && { units }) }
  const result = await instance.run(task, () => bytesOf(bytes))
  if (result.kind === 'outcome') return result.outcome
  throw new Error(result.kind === 'broken' ? result.reason : result.message)
}
