// The engines of the configured vendors behind one port: choose, upload, plan, then one task after the other.

import type { CallBudget } from '../../domain/generation/engine/budget.ts'
import type {
  EngineFailure,
  EngineProgress,
  EngineRequest,
  EngineStarted,
  Engines,
  EngineTask,
  RetextureRequest,
} from '../../domain/generation/engine/engine.ts'
import type { Downloads } from '../../domain/models/downloads.ts'
import { candidateEngines, chooseEngine } from './choose-engine.ts'
import { downloadResult } from './download-result.ts'
import { engineTable } from './engine-table.ts'
import { failures } from './failures.ts'
import type { Plan, Step } from './plan.ts'
import { shortfallsOf } from './shortfalls.ts'
import {
  doneState,
  filled,
  firstState,
  nextState,
  readState,
  type TaskState,
} from './task-state.ts'
import type { Created, Vendor } from './vendor.ts'

export type VendorEnginesSettings = {
  /** The first one textures models that none of these vendors created. */
  readonly vendors: readonly [Vendor, ...Vendor[]]
  readonly downloads: Downloads
  /** Absent = no ceiling. */
  readonly budget?: CallBudget
}

/** The state while a plan is carried out. */
type Run = Pick<EngineTask, 'engine' | 'notes'> & {
  readonly vendor: Vendor
  readonly budget: CallBudget | undefined
  readonly signal: AbortSignal
}

export function createVendorEngines({
  vendors,
  downloads,
  budget,
}: VendorEnginesSettings): Engines {
  const names = new Set(vendors.map(({ name }) => name))
  const vendorOf = (source: string) => vendors.find(({ name }) => name === source)
  const read: Engines['read'] = async (task, signal) => {
    const [vendor, state] = [vendorOf(task.source), readState(task)]
    if (vendor === undefined || state === null) return failures.unknownModel
    return await readTask(vendor, state, task, signal)
  }
  return {
    source: 'vendors',
    candidates: (request) => candidateEngines(request, names),
    start: async (request, signal) => {
      const chosen = chooseEngine(request, names)
      if (!chosen.ok) return { kind: 'failed', message: chosen.failure }
      const engine = chosen.value
      const vendor = vendorOf(engineTable[engine].vendor)
      if (vendor === undefined) return failures.refusedAccess
      const pictures = await uploadPictures(vendor, request, signal)
      if (pictures.kind !== 'uploaded') return pictures
      const notes = shortfallsOf(engine, request).map(({ note }) => note)
      return await begin(
        { vendor, budget, engine, notes, signal },
        vendor.plan(engine, request, pictures.references),
      )
    },
    next: async (task, signal) => {
      const [vendor, state] = [vendorOf(task.source), readState(task)]
      const step = state?.todo[0]
      if (!vendor || !state || !step) return failures.unknownModel
      const body = filled(step, state.products)
      if (body === null) return failures.nothingMade
      const run = { vendor, budget, engine: task.engine, notes: task.notes ?? [], signal }
      const made = await createOnce(run, { ...step, body }, 'add')
      return started(run, made, task.step + 1, (id) => nextState(state, step, id))
    },
    read,
    download: (task, signal, what = 'model') =>
      downloadResult({ read: () => read(task, signal), downloads, what, signal }),
    retexture: (request, signal) =>
      repaint(
        {
          vendor: vendorOf(request.task.source) ?? vendors[0],
          budget,
          engine: request.task.engine,
          signal,
        },
        request,
      ),
  }
}

async function uploadPictures(
  vendor: Vendor,
  { images }: EngineRequest,
  signal: AbortSignal,
): Promise<{ kind: 'uploaded'; references: readonly string[] } | EngineFailure> {
  const references: string[] = []
  for (const image of images) {
    const uploaded = await vendor.upload(image, image.mimeType, signal)
    if (uploaded.kind !== 'uploaded') return uploaded
    references.push(uploaded.reference)
  }
  return { kind: 'uploaded', references }
}

async function begin(run: Run, plan: Plan): Promise<EngineStarted> {
  return started(run, await createOnce(run, plan[0]), 0, (id) => firstState(plan, id))
}

type Made = { readonly created: Created; readonly note?: string }

/** Counted before the call. What finishes a begun job is counted and never refused: its first steps are paid for. */
async function createOnce(run: Run, step: Step, count: 'take' | 'add' = 'take'): Promise<Made> {
  const { budget, engine } = run
  // A task of an earlier release may name no engine.
  if (budget === undefined || engine === null) return await createOrReplace(run, step)
  if ((await budget[count](engine)) === false) return { created: usedUp }
  const made = await createOrReplace(run, step)
  if (made.created.kind === 'refused') await budget.giveBack(engine)
  return made
}

const usedUp: Created = { kind: 'refused', why: 'budget', failure: failures.budgetUsedUp }

/** A refused value costs nothing, so a step may name a replacement for it. */
async function createOrReplace({ vendor, signal }: Run, step: Step): Promise<Made> {
  const created = await vendor.create(step, signal)
  if (created.kind !== 'refused' || created.why !== 'bad_value' || !step.instead) return { created }
  const body = { ...step.body, ...step.instead }
  const again = await vendor.create({ ...step, body }, signal)
  return step.insteadNote === undefined
    ? { created: again }
    : { created: again, note: step.insteadNote }
}

function started(
  { vendor, engine, notes: known = [] }: Run,
  { created, note }: Made,
  step: number,
  state: (id: string) => TaskState,
): EngineStarted {
  if (created.kind === 'refused') return created.failure
  if (created.kind !== 'created') return created
  const { id } = created
  const notes = note === undefined ? known : [...known, note]
  return {
    kind: 'started',
    task: { source: vendor.name, engine, taskId: id, step, state: state(id), notes },
  }
}

async function readTask(
  vendor: Vendor,
  state: TaskState,
  task: EngineTask,
  signal: AbortSignal,
): Promise<EngineProgress> {
  const reference = { call: state.call, id: task.taskId }
  const seen = await vendor.read(reference, signal)
  if (seen.kind === 'unclear') return { kind: 'running', percent: null }
  if (seen.kind !== 'done') return seen
  const done = doneState(state, reference, seen.products)
  if (done.todo.length > 0) return { kind: 'step_done', task: { ...task, state: done } }
  if (seen.products.model === undefined) return failures.nothingMade
  const previewUrl = await readPreview(vendor, state, signal)
  return { kind: 'succeeded', modelUrl: seen.products.model, previewUrl, expiresAt: null }
}

/** The current link to an earlier step's model; null when it has expired. */
async function readPreview(
  vendor: Vendor,
  { preview }: TaskState,
  signal: AbortSignal,
): Promise<string | null> {
  if (preview === null) return null
  const seen = await vendor.read(preview, signal)
  return (seen.kind === 'done' && seen.products.model) || null
}

/** A vendor that still has the model receives its task id; any other receives the file. */
async function repaint(
  run: Run,
  { task, prompt, model }: RetextureRequest,
): Promise<EngineStarted> {
  const { vendor, signal } = run
  const state = task.source === vendor.name && vendor.keepsModels ? readState(task) : null
  if (state !== null) {
    const plan = vendor.planRetexture({ origin: state.origin }, prompt)
    const made = await createOnce(run, plan[0])
    if (made.created.kind !== 'refused' || made.created.why !== 'gone') {
      return started(run, made, 0, (id) => firstState(plan, id))
    }
  }
  const uploaded = await vendor.upload(model, 'model/gltf-binary', signal)
  if (uploaded.kind !== 'uploaded') return uploaded
  return await begin(run, vendor.planRetexture({ uploaded: uploaded.reference }, prompt))
}
