// Processes of the service on one database: one that serves clients, and two workers. The schedule controls the ports
// of each process, which may die, stop or lose its connections at any call.

import type { GenerationJobs } from '../../server/domain/generation/run/ports.ts'
import type { SpendKeys } from '../../server/domain/idempotency/ports.ts'
import type { ObjectStore } from '../../server/domain/models/ports.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { replaceDeps } from '../../testing/service/replace-deps.ts'
import { type JobFacts, newFacts } from './facts.ts'
import { lookingModel } from './moderation.ts'
import type { ProcessFault, ProcessName } from './plan.ts'
import type { Activity, Schedule } from './schedule.ts'
import { scope, type VendorFetch } from './timers.ts'

export type CallKind = 'database' | 'storage' | 'vendor' | 'mesh'

export type SimProcess = {
  readonly name: ProcessName
  readonly deps: Deps
  readonly isAlive: () => boolean
  readonly stopping: AbortController
  /** Executes a call when its turn comes, if the process is still alive. */
  readonly turn: <T>(
    kind: CallKind,
    label: string,
    call: (activity: Activity) => Promise<T>,
  ) => Promise<T>
  /** Waits for a response that never arrives. */
  readonly hold: (signal: AbortSignal | null) => Promise<never>
  readonly begin: (
    about: Pick<Activity, 'name' | 'plan' | 'job'>,
    work: () => Promise<void>,
    onError: (error: unknown) => void,
  ) => void
  readonly arm: (fault: ProcessFault) => void
  readonly onDeath: (run: () => void) => void
  readonly running: () => number
}

export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}
export class StorageAway extends Error {
  override readonly name = 'StorageAway'
}

/** Returns whether the simulation itself has caused the fault. */
export const isCaused = (error: unknown): boolean =>
  error instanceof ConnectionLost || error instanceof StorageAway

export type ProcessParts = {
  readonly schedule: Schedule
  readonly deps: Deps
  readonly facts: Map<string, JobFacts>
  readonly isDatabaseAway: () => boolean
  readonly isStorageAway: () => boolean
  /** Null: no server moderates pictures. */
  readonly isModerationAway: (() => boolean) | null
  /** Brings the database's clock to the time of the schedule. */
  readonly setClock: () => Promise<void>
  readonly renewKey: (held: Parameters<SpendKeys['keepAlive']>[0]) => Promise<void>
  readonly engines: (process: SimProcess) => Deps['engines']
  readonly fetchFor: (process: SimProcess) => VendorFetch
  readonly onError: (event: string, facts: unknown) => void
  /** Called after a write that may concern the queue. */
  readonly onWrite: () => void
  readonly tick: (name: string) => void
}

export function openProcess(name: ProcessName, parts: ProcessParts): SimProcess {
  const { schedule, facts, tick } = parts
  const activities = new Set<Activity>()
  const deaths: (() => void)[] = []
  const stopping = new AbortController()
  let isAlive = true
  let armed: { fault: ProcessFault; left: number } | null = null

  const die = () => {
    isAlive = false
    for (const { job } of activities) {
      if (job?.isCreating) job.diedCreating = true
    }
    for (const run of deaths) run()
  }
  const lose = ({ job }: Activity): never => {
    tick('call to the database lost')
    if (job !== null) {
      job.lostCalls += 1
      if (job.isCreating) job.diedCreating = true
    }
    throw new ConnectionLost('Connection terminated unexpectedly')
  }
  const fateOf = (kind: CallKind, label: string): ProcessFault | null => {
    if (armed === null || !armed.fault.match.test(label)) return null
    if (armed.fault.kind === 'lost connection' && kind !== 'database') return null
    armed.left -= 1
    if (armed.left > 0) return null
    const { fault } = armed
    armed = null
    tick(fault.kind)
    return fault
  }

  /** Returns the reason why the call is not executed. */
  const hinder = (activity: Activity, kind: CallKind, fate: ProcessFault | null): void => {
    if (fate?.kind === 'kill') {
      die()
      throw new Error('dead')
    }
    const isLost = kind === 'database' && parts.isDatabaseAway()
    if (isLost || fate?.kind === 'lost connection') lose(activity)
    if (kind !== 'storage' || !parts.isStorageAway()) return
    tick('storage away')
    if (activity.job !== null) activity.job.storeFailedAtMs ??= schedule.nowMs()
    throw new StorageAway('503')
  }
  const turn: SimProcess['turn'] = (kind, label, call) =>
    schedule.turn(async (activity) => {
      const fate = fateOf(kind, label)
      hinder(activity, kind, fate?.isAfter ? null : fate)
      if (kind === 'database') await parts.setClock()
      const value = await call(activity)
      if (kind === 'database') parts.onWrite()
      if (fate?.kind === 'kill') die()
      if (fate?.kind === 'lost connection') lose(activity)
      return value
    })

  const guarded = <Port extends object>(
    kind: CallKind,
    port: Port,
    names?: readonly (keyof Port)[],
  ): Port =>
    new Proxy(port, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key)
        const isOpen = names !== undefined && !names.some((each) => each === key)
        if (typeof member !== 'function' || isOpen) return member
        return (...args: readonly unknown[]) =>
          turn(kind, String(key), async () => await Reflect.apply(member, target, args))
      },
    })

  const { deps, isModerationAway } = parts
  const process: SimProcess = {
    name,
    deps: {
      ...deps,
      clock: { now: () => new Date(schedule.nowMs()) },
      log: {
        ...quiet,
        error: (event, about) => parts.onError(event, about),
      },
      generationJobs: {
        ...guarded('database', noted(deps.generationJobs, facts)),
        add: (job) =>
          turn('database', 'add', async (activity) => {
            await deps.generationJobs.add(job)
            if (activity.plan === null) return
            const known = facts.get(job.id) ?? newFacts(job.id, activity.plan, schedule.nowMs())
            facts.set(job.id, known)
            activity.job = known
          }),
        addPaid: (added) =>
          turn('database', 'addPaid', async (activity) => {
            const outcome = await deps.generationJobs.addPaid(added)
            const { plan } = activity
            if (outcome.kind !== 'added' || plan === null) return outcome
            for (const { id } of added.jobs) facts.set(id, newFacts(id, plan, schedule.nowMs()))
            return outcome
          }),
      },
      generations: guarded('database', deps.generations),
      leftovers: guarded('database', deps.leftovers),
      credits: guarded('database', deps.credits),
      debts: guarded('database', deps.debts),
      models: guarded('database', deps.models),
      visitorFiles: guarded('database', deps.visitorFiles),
      spendKeys: {
        ...guarded('database', deps.spendKeys, ['claim', 'save', 'release', 'endRun']),
        claim: (claim) => turn('database', 'claim', () => deps.spendKeys.claim(claim)),
        save: (held, answer) => turn('database', 'save', () => deps.spendKeys.save(held, answer)),
        release: (held) => turn('database', 'release', () => deps.spendKeys.release(held)),
        endRun: (held) => turn('database', 'endRun', () => deps.spendKeys.endRun(held)),
        keepAlive: (held) => {
          const renew = () =>
            turn('database', 'renew key', () => parts.renewKey(held)).catch(() => {})
          const timer = setInterval(() => void renew(), 3_000)
          return () => clearInterval(timer)
        },
      },
      objects: guarded<ObjectStore>('storage', deps.objects, ['putFile', 'fetchToFile', 'read']),
      meshes: guarded('mesh', deps.meshes, ['process', 'draw']),
      ...(isModerationAway !== null && {
        languageModel: lookingModel(deps.languageModel, {
          turn,
          isAway: isModerationAway,
          nowMs: schedule.nowMs,
          tick,
        }),
      }),
    },
    isAlive: () => isAlive,
    stopping,
    turn,
    hold: (signal) =>
      new Promise((_, reject) => {
        const activity = scope.getStore()
        if (activity) activity.parked += 1
        const end = () => {
          if (activity) activity.parked -= 1
          reject(signal?.reason)
        }
        if (signal?.aborted) {
          end()
        } else {
          signal?.addEventListener('abort', end, { once: true })
        }
      }),
    begin: (about, work, onError) => {
      let activity: Activity | null = null
      const ended = (run: () => void) => () => {
        if (activity !== null) activities.delete(activity)
        run()
      }
      activity = schedule.begin(
        { ...about, isDead: () => !isAlive, fetch: parts.fetchFor(process) },
        () => work().finally(ended(() => {})),
        onError,
      )
      activities.add(activity)
    },
    arm: (fault) => {
      armed = { fault, left: fault.calls }
    },
    onDeath: (run) => void deaths.push(run),
    running: () => activities.size,
  }
  replaceDeps(process.deps, { engines: parts.engines(process) })
  return process
}

/** Records the row of a job in the facts. */
function noted(jobs: GenerationJobs, facts: ReadonlyMap<string, JobFacts>): GenerationJobs {
  const end = (id: string, isEnded: boolean) => {
    const job = facts.get(id)
    if (isEnded && job !== undefined) job.isCreating = false
    return isEnded
  }
  return {
    ...jobs,
    save: async (id, leaseId, patch) => {
      const isSaved = await jobs.save(id, leaseId, patch)
      const job = facts.get(id)
      if (!isSaved || job === undefined) return isSaved
      if (patch.task !== undefined) job.attached.add(patch.task.taskId)
      if (patch.createInFlight !== undefined) job.isCreating = patch.createInFlight
      return isSaved
    },
    complete: async (id, leaseId, done) => end(id, await jobs.complete(id, leaseId, done)),
    fail: async (id, leaseId, failed) => end(id, await jobs.fail(id, leaseId, failed)),
  }
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {} }
