// The engines of the configured vendors behind one port: choose, upload, plan, then run one task after another.

import type { Clock, Log } from '../../domain/base/ports.ts'
import type { CallBudget, CountedCall } from '../../domain/generation/engine/budget.ts'
import {
  type CreateGuard,
  type EngineFailure,
  type EngineName,
  type EngineProgress,
  type EngineRequest,
  type EngineStarted,
  type Engines,
  type EngineTask,
  engineNames,
  noGuard,
  type RetextureRequest,
} from '../../domain/generation/engine/engine.ts'
import type { EngineHealth } from '../../domain/generation/engine/engine-health.ts'
import type { Downloads } from '../../domain/models/downloads.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import { candidateEngines, chooseEngine, fittingEngines } from './choose-engine.ts'
import { downloadResult } from './download-result.ts'
import { engineTable, type VendorName } from './engine-table.ts'
import { beforeCreation, failures } from './failures.ts'
import { isRefined, type Plan, type VendorCall } from './plan.ts'
import { shortfallsOf } from './shortfalls.ts'
import {
  doneState,
  fillBody,
  firstState,
  nextState,
  readState,
  type TaskState,
} from './task-state.ts'
import type { Created, Vendor } from './vendor.ts'
import { createVendorHealth, isBeforeAnyTask, isRefusal, ownHealth } from './vendor-health.ts'

export type VendorEnginesSettings = {
  /** The first of these vendors textures models that none of them created. */
  readonly vendors: readonly [Vendor, ...Vendor[]]
  readonly downloads: Downloads
  /** Absent means no limit. */
  readonly budget?: CallBudget
  /** Shared by all processes; absent means private to this process. */
  readonly health?: EngineHealth
  readonly log: Pick<Log, 'warn'>
  /** For tests. */
  readonly clock?: Pick<Clock, 'now'>
}

/** State while a plan is carried out. */
type Run = Pick<EngineTask, 'engine' | 'notes' | 'lacksRefinement'> & {
  readonly vendor: Vendor
  readonly budget: CallBudget | undefined
  readonly signal: AbortSignal
  readonly guard: CreateGuard
}

/** The outcomes without `busy`, which `orBusy` turns into a failure. */
type Outcome = Exclude<EngineStarted, { kind: 'busy' }>

/** Maximum number of our parallel tasks at one vendor. Both vendors allow about ten. */
const tasksPerVendor = 10

export function createVendorEngines({
  vendors,
  downloads,
  budget,
  log,
  health: shared = ownHealth(),
  clock = { now: () => new Date() },
}: VendorEnginesSettings): Engines {
  const names = new Set(vendors.map(({ name }) => name))
  const health = createVendorHealth({ health: shared, clock, log })
  const vendorOf = (source: string) => vendors.find(({ name }) => name === source)
  const read: Engines['read'] = async (task, signal) => {
    const [vendor, state] = [vendorOf(task.source), readState(task)]
    if (vendor === undefined || state === null) return failures.unknownModel
    const progress = await readTask(vendor, state, task, signal)
    await health.noteReading(vendor.name, progress)
    return progress
  }
  /** Records the outcome of a create call, which shows the vendor's health. */
  const noted = async (vendor: Vendor, outcome: Outcome): Promise<Outcome> => {
    await health.note(vendor.name, outcome.kind === 'started' ? null : outcome)
    return outcome
  }
  return {
    source: 'vendors',
    offered: engineNames.filter((name) => names.has(engineTable[name].vendor)),
    candidates: (request) => candidateEngines(request, names),
    start: async (request, signal, guard = noGuard) => {
      const chosen = chooseEngine(request, names)
      if (!chosen.ok) return { kind: 'failed', message: chosen.failure }
      const order = await health.order(inTurn(request, chosen.value, names))
      let refusal: EngineFailure | null = null
      for (const engine of order) {
        const vendor = vendorOf(engineTable[engine].vendor)
        if (vendor === undefined) continue
        const made = await startAt({ vendor, budget, engine, signal, guard }, request)
        await noted(vendor, made)
        if (made.kind === 'started') return withoutRefinement(made, request, names, engine)
        if (!isBeforeAnyTask(made)) return made
        refusal = shouldReport(refusal, made)
      }
      return failWhenBusy(refusal ?? failures.refusedAccess)
    },
    next: async (task, signal, guard = noGuard) => {
      const [vendor, state] = [vendorOf(task.source), readState(task)]
      const step = state?.todo[0]
      if (!vendor || !state || !step) return failures.unknownModel
      const body = fillBody(step, state.products)
      if (body === null) return failures.nothingMade
      const { engine, notes = [], lacksRefinement } = task
      const kept = { engine, notes, ...(lacksRefinement && { lacksRefinement }) }
      const run = { vendor, budget, ...kept, signal, guard }
      const made = await createOnce(run, { ...step, body }, 'add')
      const outcome = toStarted(run, made, task.step + 1, (id) => nextState(state, step, id))
      return failWhenBusy(await noted(vendor, outcome))
    },
    read,
    download: (task, signal, what = 'model') =>
      downloadResult({ read: () => read(task, signal), downloads, what, signal }),
    retexture: async (request, signal, guard = noGuard) => {
      const { source, engine } = request.task
      const vendor = vendorOf(source) ?? vendors[0]
      const outcome = await repaint({ vendor, budget, engine, signal, guard }, request)
      return failWhenBusy(await noted(vendor, outcome))
    },
    fallback: (task) => beforeRefinement(task),
    cancel: async (task, signal) => {
      const [vendor, state] = [vendorOf(task.source), readState(task)]
      if (vendor !== undefined) await health.noteSlow(vendor.name)
      if (vendor?.cancel === undefined || state === null) return false
      return await vendor.cancel({ call: state.call, id: task.taskId }, signal)
    },
  }
}

/** Returns the chosen engine, and under `auto` the other engines that can make the request, those that ignore the least first. */
function inTurn(
  request: EngineRequest,
  chosen: EngineName,
  vendors: ReadonlySet<VendorName>,
): readonly EngineName[] {
  if (request.options.engine !== 'auto') return [chosen]
  return [chosen, ...fittingEngines(request, vendors).filter((name) => name !== chosen)]
}

/**
 * Whether to report a failure instead of the previous one. A reason to wait for an engine is more useful than the refusal of another, and
 * any reason is more useful than an exhausted budget.
 */
function shouldReport(before: EngineFailure | null, failure: EngineFailure): EngineFailure {
  if (before === null || failure === failures.busy) return failure
  return before === failures.budgetUsedUp ? failure : before
}

async function startAt(
  run: Run & { readonly engine: EngineName },
  request: EngineRequest,
): Promise<Outcome> {
  const { vendor, engine, guard } = run
  if ((await guard.tasksAt(vendor.name)) >= tasksPerVendor) return failures.busy
  const pictures = await uploadFiles(run, request.images)
  if (pictures.kind !== 'uploaded') return uploadFailed(pictures)
  const notes = shortfallsOf(engine, request).map(({ note }) => note)
  return await begin({ ...run, notes }, vendor.plan(engine, request, pictures.references))
}

/** Fails an upload, which never creates anything. */
const uploadFailed = (failure: EngineFailure): EngineFailure =>
  failure.kind === 'failed' && !isBeforeAnyTask(failure) ? beforeCreation(failure) : failure

/** Turns `busy`, which is a reason to wait, into a failure. */
const failWhenBusy = (outcome: EngineStarted): EngineStarted =>
  outcome === failures.busy ? { kind: 'busy', message: failures.busy.message } : outcome

/** Notes that the refinement pass is missing, because it failed or is switched off and the replacing engine has none. */
function withoutRefinement(
  made: Extract<EngineStarted, { kind: 'started' }>,
  request: EngineRequest,
  names: ReadonlySet<VendorName>,
  engine: EngineName,
): EngineStarted {
  const chosen = chooseEngine({ ...request, off: [] }, names)
  const isPassedOver = chosen.ok && isRefined(chosen.value, request)
  if (!isPassedOver || isRefined(engine, request)) return made
  const notes = [...(made.task.notes ?? []), noRefinementNote]
  return { ...made, task: { ...made.task, notes, lacksRefinement: true } }
}

const noRefinementNote =
  'The engine with a refinement pass was not available: the credits of the pass were refunded.'

/** Returns the finished model before a refinement pass that failed or could not be started. */
function beforeRefinement(task: EngineTask): EngineTask | null {
  const state = readState(task)
  const made = state?.preview ?? null
  if (state === null || made === null) return null
  const notes = [...(task.notes ?? []), refinementFailedNote]
  const before = {
    ...state,
    call: made.call,
    origin: made.id,
    isPreview: false,
    todo: [],
    preview: null,
  }
  return { ...task, taskId: made.id, state: before, notes, isPartial: true }
}

const refinementFailedNote =
  'The refinement pass failed: this is the model before it, and the credits of the pass were refunded.'

/** Uploads the files once per job and vendor: both vendors keep a file longer than a job runs. */
async function uploadFiles(
  { vendor, signal, guard }: Run,
  files: readonly (ReceivedFile & { readonly mimeType: string })[],
): Promise<{ kind: 'uploaded'; references: readonly string[] } | EngineFailure> {
  const known = guard.uploadsAt(vendor.name)
  if (known?.length === files.length) return { kind: 'uploaded', references: known }
  const references: string[] = []
  for (const file of files) {
    const uploaded = await vendor.upload(file, file.mimeType, signal)
    if (uploaded.kind !== 'uploaded') return uploaded
    references.push(uploaded.reference)
  }
  if (references.length > 0) await guard.afterUploads(vendor.name, references)
  return { kind: 'uploaded', references }
}

async function begin(run: Run, plan: Plan): Promise<Outcome> {
  return toStarted(run, await createOnce(run, plan[0]), 0, (id) => firstState(plan, id))
}

type CreatedTask = { readonly created: Created; readonly note?: string }

/**
 * Creates a task. A call is counted before it is made. Calls that finish a started job are counted but never rejected, because its first
 * steps are paid for.
 */
async function createOnce(
  run: Run,
  step: VendorCall,
  count: 'take' | 'add' = 'take',
): Promise<CreatedTask> {
  const { budget, engine } = run
  // A task of an earlier release may name no engine.
  if (budget === undefined || engine === null) return await createOrReplace(run, step)
  const counted: CountedCall | null = await budget[count](engine)
  if (counted === null) return { created: usedUp }
  let isAsked = false
  const guard: CreateGuard = {
    ...run.guard,
    before: async (source) => {
      await run.guard.before(source)
      isAsked = true
    },
    afterRefusal: async () => {
      isAsked = false
      await run.guard.afterRefusal()
    },
  }
  try {
    const made = await createOrReplace({ ...run, guard }, step)
    if (isRefusal(made.created)) await budget.giveBack(counted)
    return made
  } catch (error) {
    // No call was made: the job was cancelled, or another process has it.
    if (!isAsked) await budget.giveBack(counted)
    throw error
  }
}

const usedUp: Created = { kind: 'refused', why: 'budget', failure: failures.budgetUsedUp }

/** Creates a task, or retries it with the step's replacement: a rejected value costs nothing. */
async function createOrReplace(
  { vendor, signal, guard }: Run,
  step: VendorCall,
): Promise<CreatedTask> {
  await guard.before(vendor.name)
  const created = await vendor.create(step, signal)
  if (isRefusal(created)) await guard.afterRefusal()
  if (created.kind !== 'refused' || created.why !== 'bad_value' || !step.instead) return { created }
  const body = { ...step.body, ...step.instead }
  await guard.before(vendor.name)
  const again = await vendor.create({ ...step, body }, signal)
  if (isRefusal(again)) await guard.afterRefusal()
  return step.insteadNote === undefined
    ? { created: again }
    : { created: again, note: step.insteadNote }
}

function toStarted(
  { vendor, engine, notes: known = [], lacksRefinement }: Run,
  { created, note }: CreatedTask,
  step: number,
  state: (id: string) => TaskState,
): Outcome {
  if (created.kind === 'refused') return created.failure
  if (created.kind !== 'created') return created
  const { id } = created
  const notes = note === undefined ? known : [...known, note]
  return {
    kind: 'started',
    task: {
      source: vendor.name,
      engine,
      taskId: id,
      step,
      state: state(id),
      notes,
      ...(lacksRefinement && { lacksRefinement }),
    },
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
  if (seen.kind === 'unclear') return { kind: 'running', percent: null, trouble: seen.failure }
  if (seen.kind !== 'done') return seen
  const done = doneState(state, reference, seen.products)
  if (done.todo.length > 0) return { kind: 'step_done', task: { ...task, state: done } }
  if (seen.products.model === undefined) return failures.nothingMade
  const previewUrl = await readPreview(vendor, state, signal)
  return { kind: 'succeeded', modelUrl: seen.products.model, previewUrl, expiresAt: null }
}

/** Returns the current link to an earlier step's model, or null when it has expired. */
async function readPreview(
  vendor: Vendor,
  { preview }: TaskState,
  signal: AbortSignal,
): Promise<string | null> {
  if (preview === null) return null
  const seen = await vendor.read(preview, signal)
  return (seen.kind === 'done' && seen.products.model) || null
}

/** Textures a model. A vendor that still has the model receives its task id; any other receives the file. */
async function repaint(run: Run, { task, prompt, model }: RetextureRequest): Promise<Outcome> {
  const { vendor } = run
  const state = task.source === vendor.name && vendor.keepsModels ? readState(task) : null
  if (state !== null) {
    const plan = vendor.planRetexture({ origin: state.origin }, prompt)
    const made = await createOnce(run, plan[0])
    if (made.created.kind !== 'refused' || made.created.why !== 'gone') {
      return toStarted(run, made, 0, (id) => firstState(plan, id))
    }
  }
  const file = await uploadFiles(run, [{ ...model, mimeType: 'model/gltf-binary' }])
  if (file.kind !== 'uploaded') return uploadFailed(file)
  const [uploaded = ''] = file.references
  return await begin(run, vendor.planRetexture({ uploaded }, prompt))
}
