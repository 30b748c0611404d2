// One history: from its first request until every job has ended.
import { createEngines } from '../../server/adapters/engines/create-engines.ts'
import { createEngineHealth } from '../../server/db/generation/engine-health.ts'
import { createEngineBudget } from '../../server/db/generation/engine-spend.ts'
import { setCredits } from '../../testing/money/set-credits.ts'
import { createDice, type Dice } from '../lib/dice.ts'
import { createClients } from './clients.ts'
import type { JobFacts } from './facts.ts'
import { judge } from './judge.ts'
import { openingCredits, type ProcessFault, type ProcessName, planHistory } from './plan.ts'
import { openProcess, type SimProcess } from './processes.ts'
import { createSchedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import { installTimers } from './timers.ts'
import { createVendors } from './vendors.ts'
import { hasRoom, keepRecovering, nextDueMs, takeJob } from './worker.ts'

export type Tally = Map<string, number>

export type HistoryOutcome = {
  readonly violations: readonly string[]
  readonly jobs: number
}

const dayMs = 24 * 3_600_000
const firstDayMs = Date.parse('2027-01-04T00:00:00Z')
const queueRetryMs = 1_000
/** Longest time in milliseconds; a job older than half an hour is ended. */
const longestMs = 100 * 60_000

export async function playHistory(
  stage: Stage,
  seed: number,
  tally: Tally,
): Promise<HistoryOutcome> {
  const dice = createDice(seed)
  const plan = planHistory(dice)
  // Some histories pass midnight, when a new budget begins.
  const hour = dice.chance(0.2) ? 23.9 : dice.between(0, 22)
  const beginsAtMs = firstDayMs + seed * 2 * dayMs + hour * 3_600_000
  const schedule = createSchedule(createDice(seed + 1_000_003), beginsAtMs, stage.isPoolBusy)
  const sinceMs = () => schedule.nowMs() - beginsAtMs
  const tick = (name: string) => void tally.set(name, (tally.get(name) ?? 0) + 1)
  const errors: string[] = []
  const onError = (what: string) => void errors.push(what)
  const facts = new Map<string, JobFacts>()
  const within = (episodes: readonly { fromMs: number; toMs: number }[]) => () =>
    episodes.some(({ fromMs, toMs }) => sinceMs() >= fromMs && sinceMs() < toMs)

  await stage.pool.query('truncate graphile_worker._private_jobs, engine_health')
  await stage.setClock(beginsAtMs)
  const accounts = await openAccounts(stage, seed, plan.accounts)
  const standIns = stage.openStandIns()
  const { temporaryFiles } = stage.deps
  const vendors = createVendors({
    standIns,
    plan,
    sinceMs,
    nowMs: schedule.nowMs,
    temporaryFiles,
    tick,
  })
  const spend = { ceiling: plan.ceiling, callCents: plan.callCents }
  const budget = createEngineBudget(stage.db, spend)
  const health = createEngineHealth(stage.db)
  const ids = seededIds(createDice(seed + 2_000_003))
  let isDirty = true
  const open = (name: ProcessName): SimProcess =>
    openProcess(name, {
      schedule,
      deps: { ...stage.deps, ids },
      facts,
      isDatabaseAway: within(plan.database),
      isStorageAway: within(plan.storage),
      isModerationAway: plan.looks ? within(plan.moderation) : null,
      setClock: () => stage.setClock(schedule.nowMs()),
      renewKey: async ({ accountId, key, holder }) => {
        await stage.pool.query(
          'update spend_keys set claimed_at = now() where account_id = $1 and key = $2 and holder = $3 and answer is null',
          [accountId, key, holder],
        )
      },
      fetchFor: vendors.fetchFor,
      engines: (process) =>
        createEngines({
          tripo: standIns.tripo,
          fal: standIns.fal,
          temporaryFiles,
          downloads: vendors.downloadsFor(process),
          log: process.deps.log,
          budget: {
            take: (spender) => process.turn('database', 'budget take', () => budget.take(spender)),
            add: (spender) => process.turn('database', 'budget add', () => budget.add(spender)),
            giveBack: (call) =>
              process.turn('database', 'budget giveBack', () => budget.giveBack(call)),
          },
          health: {
            set: (seen) => process.turn('database', 'health set', () => health.set(seen)),
            clear: (vendor, kind) =>
              process.turn('database', 'health clear', () => health.clear(vendor, kind)),
            list: (since) => process.turn('database', 'health list', () => health.list(since)),
          },
          pause: schedule.pause,
          clock: process.deps.clock,
        }),
      onError: (event, about) => noteLogged(errors, event, about),
      onWrite: () => {
        isDirty = true
      },
      tick,
    })
  const processes = new Map<ProcessName, SimProcess>()
  const current = (name: ProcessName): SimProcess => {
    const process = processes.get(name)
    if (process === undefined) throw new Error(`no process ${name}`)
    return process
  }
  let queueBackAtMs = 0
  const onLostQueue = () => {
    queueBackAtMs = schedule.nowMs() + queueRetryMs
  }
  const parts = { schedule, stage, facts, onError, onLostQueue }
  const launch = (name: ProcessName): void => {
    const process = open(name)
    processes.set(name, process)
    isDirty = true
    if (name !== 'web') keepRecovering(process, parts)
  }
  for (const name of ['web', 'worker 1', 'worker 2'] as const) launch(name)

  const clients = createClients({
    schedule,
    web: () => current('web'),
    accountIdOf: ({ account }) => accounts[account] ?? '',
    finishedOf: async ({ account, entryPoint }) => {
      const { rows } = await stage.pool.query<{ id: string }>(
        `select id from generations where account_id = $1
            and (not $2 or exists (select from generation_jobs j where j.id::text = generations.id::text and j.draft_set is not null))
          order by created_at, id limit 1`,
        [accounts[account], entryPoint === 'refine'],
      )
      return rows[0]?.id ?? null
    },
    tick,
    onError,
  })
  const strike = (fault: ProcessFault): void => {
    const process = current(fault.process)
    if (!process.isAlive()) return
    const restart = () => void schedule.after(fault.downMs, () => launch(fault.process))
    if (fault.kind === 'stop' && fault.process !== 'web') {
      tick('stop')
      process.stopping.abort()
      restart()
      return
    }
    if (fault.kind === 'kill') process.onDeath(restart)
    process.arm(fault.kind === 'stop' ? { ...fault, kind: 'lost connection' } : fault)
  }
  const hasAWorker = () => [current('worker 1'), current('worker 2')].some(hasRoom)
  let pumpAtMs = Number.POSITIVE_INFINITY
  const pump = () => {
    pumpAtMs = Number.POSITIVE_INFINITY
    isDirty = true
    const free = [current('worker 1'), current('worker 2')].filter(hasRoom)
    if (free.length > 0) takeJob(dice.pick(free), parts)
  }
  const lookAtQueue = async () => {
    const dueMs = await nextDueMs(stage)
    if (dueMs === null) return
    const atMs = Math.max(
      dueMs,
      queueBackAtMs,
      schedule.nowMs() + (hasAWorker() ? 0 : queueRetryMs),
    )
    if (atMs >= pumpAtMs) return
    pumpAtMs = atMs
    schedule.after(atMs - schedule.nowMs(), pump)
  }
  const undo = installTimers(schedule, randomOf(createDice(seed + 3_000_003)))
  try {
    for (const job of plan.jobs) {
      schedule.after(job.atMs, () => clients.ask(job))
      if (job.againMs !== null) schedule.after(job.atMs + job.againMs, () => clients.ask(job))
    }
    for (const fault of plan.processes) {
      schedule.after(fault.atMs, () => strike(fault))
    }
    let liveJobs = 0
    let isQuiet = false
    const isTooLong = () => sinceMs() > longestMs
    while (!isQuiet || isDirty) {
      const hasMore = await schedule.run(() => isDirty || isQuiet || isTooLong())
      isDirty = false
      await lookAtQueue()
      liveJobs = await countLive(stage, accounts)
      isQuiet =
        clients.open() === 0 && sinceMs() > Math.max(...plan.jobs.map(lastAskMs)) && liveJobs === 0
      if (!hasMore || isTooLong()) {
        errors.push(
          `after ${Math.round(sinceMs() / 60_000)} minutes ${liveJobs} jobs have not ended`,
        )
        break
      }
    }
    const violations = await judge({
      stage,
      plan,
      accounts,
      facts,
      answers: clients.answers,
      vendors,
      standIns,
      beginsAtMs,
      endsAtMs: schedule.nowMs(),
      tick,
    })
    return { violations: [...errors, ...violations], jobs: facts.size }
  } finally {
    undo()
    await standIns.close()
  }
}

const lastAskMs = ({ atMs, againMs }: { atMs: number; againMs: number | null }): number =>
  atMs + (againMs ?? 0)

async function countLive({ pool }: Stage, accounts: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ live: number }>(
    `select count(*)::int as live from generation_jobs where account_id = any($1) and status in ('queued', 'running')`,
    [accounts],
  )
  return rows[0]?.live ?? 0
}

async function openAccounts(
  { db, pool }: Stage,
  seed: number,
  plans: readonly { granted: number }[],
): Promise<readonly string[]> {
  const accounts = plans.map((_, number) => `history-${seed}-${number}`)
  for (const [number, id] of accounts.entries()) {
    await pool.query('insert into accounts (id, email) values ($1, $2)', [id, `${id}@example.com`])
    const granted = plans[number]?.granted ?? 0
    await setCredits(db, openingCredits + granted, id)
  }
  return accounts
}

const seededIds = (dice: Dice) => {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => dice.between(0, 15).toString(16)).join('')
  return {
    secretHex: (bytes: number) => hex(2 * bytes),
    randomInt: (below: number) => dice.between(0, below - 1),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}

const randomOf = (dice: Dice) => () => dice.between(0, 999_999) / 1_000_000

/** Records an exception that the simulation has not caused as a defect. */
function noteLogged(errors: string[], event: string, about: unknown): void {
  const error = typeof about === 'object' && about !== null && 'error' in about ? about.error : null
  const isCrash = event === 'generation.crashed' || event === 'engine.create_failed'
  if (!isCrash || (error instanceof Error && harmless.has(error.name))) return
  errors.push(`${event}: ${Bun.inspect(about)}`)
}

const harmless = new Set([
  'ConnectionLost',
  'StorageAway',
  'AbortError',
  'TimeoutError',
  'LeaseLost',
])
