// Conditions at the end of a history, written from contract.md (2.4, 3.2, 4.7) and decisions.md (66 to 68). Prices,
// refunds and time limits are derived independently, from the plan and the records of the vendors' stand-ins.

import type { EngineStandIns, MadeTask } from '../../testing/engines/engine-stand-ins/start.ts'
import type { Evidence } from './evidence.ts'
import { excuseFor } from './excuses.ts'
import type { JobFacts } from './facts.ts'
import { judgeSpending } from './judge-spending.ts'
import { openingCredits } from './plan.ts'
import { creditsOfRefinement, type JobRow, type Rows, readRows } from './rows.ts'
import type { CreateCall } from './vendors.ts'

export async function judge(evidence: Evidence): Promise<readonly string[]> {
  const rows = await readRows(evidence)
  const jobs = await Promise.all(rows.jobs.map((row) => judgeJob(evidence, rows, row)))
  return [
    ...evidence.standIns.violations,
    ...judgeAccounts(evidence, rows),
    ...judgeAnswers(evidence, rows),
    ...judgeRefinements(evidence, rows),
    ...jobs.flat(),
    ...judgeTasks(evidence, rows),
    ...judgeCalls(evidence),
    ...judgeSpending(evidence, rows),
  ]
}

function judgeAccounts({ plan, accounts }: Evidence, { balances, entries }: Rows): string[] {
  return accounts.flatMap((id, number) => {
    const bought = openingCredits + (plan.accounts[number]?.granted ?? 0)
    const own = entries.filter(({ account }) => account === id)
    const changes = own.filter(({ kind }) => kind === 'charge' || kind === 'refund')
    const due = bought + changes.reduce((sum, { credits }) => sum + credits, 0)
    const balance = balances.get(id) ?? Number.NaN
    return [
      ...(balance === due
        ? []
        : [`account ${number} has ${balance} credits, and ${due} by its ledger`]),
      ...(balance >= 0 ? [] : [`account ${number} has ${balance} credits`]),
    ]
  })
}

/** Checks that a draft has one refined model, unless it failed. */
function judgeRefinements({ tick }: Evidence, { jobs }: Rows): string[] {
  const refined = jobs.flatMap(({ refineOf, status }) =>
    refineOf !== null && status !== 'error' ? [refineOf] : [],
  )
  for (const _ of refined) tick('refined drafts')
  const twice = refined.filter((id, at) => refined.indexOf(id) !== at)
  return twice.map((id) => `draft ${id} was refined twice`)
}

function judgeSet(number: number, made: readonly JobRow[]): string[] {
  const places = made.map(({ draftPlace }) => draftPlace ?? 0).toSorted((a, b) => a - b)
  const sets = new Set(made.map(({ draftSet }) => draftSet))
  const isWhole = made.length === 0 || (sets.size === 1 && String(places) === '1,2,3,4')
  return isWhole ? [] : [`request ${number} has made drafts ${places} of ${sets.size} sets`]
}

/** Checks that a request has one job, however often it was sent, and that each response is accurate. */
function judgeAnswers({ plan, answers, facts }: Evidence, { jobs }: Rows): string[] {
  return plan.jobs.flatMap((one) => {
    const own = answers.filter((answer) => answer.plan === one)
    const ids = new Set(own.flatMap(({ jobId }) => jobId ?? []))
    const mine = [...facts.values()].filter((job) => job.plan === one)
    const made = jobs.filter(({ id }) => mine.some((job) => job.id === id))
    const wrong: string[] = []
    if (one.entryPoint === 'drafts') return judgeSet(one.number, made)
    // A refused request leaves the key unused: a repeat may make a separate job.
    const refused = made.filter(({ status, hasWaited }) => hasWaited && status === 'error').length
    if (made.length > 1 + refused) {
      wrong.push(`request ${one.number} has made ${made.length} jobs`)
    }
    if (ids.size > 1) {
      wrong.push(`request ${one.number} was answered with ${[...ids].join(' and ')}`)
    }
    for (const id of ids) {
      if (!jobs.some((row) => row.id === id)) wrong.push(`request ${one.number}: no job ${id}`)
    }
    return wrong
  })
}

async function judgeJob(evidence: Evidence, rows: Rows, row: JobRow): Promise<string[]> {
  const { facts, tick } = evidence
  const job = facts.get(row.id)
  if (job === undefined) return [`job ${row.id} has no request`]
  const wrong: string[] = []
  const say = (what: string) => wrong.push(`job ${job.plan.number} (${job.plan.prompt}): ${what}`)
  const charges = rows.entries.filter(({ job: id, kind }) => id === row.id && kind === 'charge')
  const refunds = rows.entries.filter(({ job: id, kind }) => id === row.id && kind === 'refund')
  const charged = -charges.reduce((sum, { credits }) => sum + credits, 0)
  const refunded = refunds.reduce((sum, { credits }) => sum + credits, 0)
  if (charges.length > 1 || refunds.length > 1) say('charged or refunded more than once')
  if (charged !== 0 && charged !== job.plan.credits) {
    say(`was charged ${charged} credits, and costs ${job.plan.credits}`)
  }
  tick(`job ${row.status}`)
  switch (row.status) {
    case 'done':
      if (charged === 0) say('is done, and was not charged')
      judgeLook(evidence, job, row, say)
      await judgeDelivery(evidence, { job, row, charged, refunded }, say)
      break
    case 'error': {
      if (refunded !== charged) say(`ended in error: charged ${charged}, refunded ${refunded}`)
      if (row.isListed) say('ended in error, and has a model')
      judgeWithheld(rows, job, row, say)
      const excuse = excuseFor(evidence, job, row)
      if (excuse === null) {
        say(`ended in error without a cause: ${JSON.stringify(row.failure)}`)
      } else {
        tick(`ended by ${excuse}`)
      }
      break
    }
    default:
      say(`is ${row.status}`)
  }
  return wrong
}

type Say = (what: string) => void

/**
 * Checks that nothing is delivered unmoderated on a deployment that moderates pictures, except a file that is not a
 * mesh.
 */
function judgeLook({ plan, standIns, tick }: Evidence, job: JobFacts, row: JobRow, say: Say) {
  if (!plan.looks) return
  const task = standIns.made.find(({ id }) => id === row.taskId)
  if (task?.script.has('broken', task.step)) return
  tick('models looked at')
  if (job.looks.allowed === 0) say('was delivered, and moderation has not allowed it')
}

/** Checks that a result without an approving verdict is kept for operators, unless storage was unavailable. */
function judgeWithheld({ withheld }: Rows, job: JobFacts, { id, failure }: JobRow, say: Say) {
  const isKept = withheld.has(id)
  const isOurs =
    failure?.kind === 'result_not_checked' || (failure?.kind === 'nsfw' && job.looks.refused > 0)
  if (isKept && !isOurs) say(`is withheld, and ended by ${failure?.kind}`)
  if (isOurs && !isKept && job.storeFailedAtMs === null) say('was refused, and is not kept')
}

type Ended = {
  readonly job: JobFacts
  readonly row: JobRow
  readonly charged: number
  readonly refunded: number
}

async function judgeDelivery(
  { stage, standIns, vendors, tick }: Evidence,
  { job, row, charged, refunded }: Ended,
  say: (what: string) => void,
): Promise<void> {
  const { result, taskId } = row
  if (result === null) return say('is done without a result')
  const task = standIns.made.find(({ id }) => id === taskId)
  if (task === undefined) return say(`has a task that no vendor has made: ${taskId}`)
  const engineCalls = vendors.calls.filter((call) => call.job === job)
  if (!engineCalls.some((call) => call.taskId === task.id)) say('has the task of another job')
  const isPartial = lacksRefinement(job, task)
  if (isPartial) tick('delivered before its refinement')
  const due = !result.persisted ? charged : isPartial ? creditsOfRefinement : 0
  if (refunded !== due) {
    say(`is done, persisted ${result.persisted}: ${refunded} credits went back, not ${due}`)
  }
  if (result.creditsCharged !== charged - due) {
    say(`says that it was charged ${result.creditsCharged}, not ${charged - due}`)
  }
  if (!result.persisted) {
    tick('handed over unstored')
    // decisions.md 68: retried for minutes.
    const since = job.storeFailedAtMs
    const isAtItsEnd = row.completedAtMs - row.createdAtMs >= 29 * 60_000
    if (since === null || (row.completedAtMs - since < 2 * 60_000 && !isAtItsEnd)) {
      say('was given up by storage too soon')
    }
    return
  }
  const { objects } = stage.deps
  const key = objects.parseUri(result.modelUrl)
  const bytes = key === null ? null : await objects.read(key)
  if (bytes === null) return say(`its model is not stored: ${result.modelUrl}`)
  if (!row.isListed) say('is not among the generations of its account')
  const isBroken = task.script.has('broken', task.step)
  const isWhole = Buffer.from(bytes).readUInt32LE(8) === bytes.length
  if (!isBroken && !isWhole) say('its model is incomplete, and the vendor has all of it')
}

/** Returns whether a model lacks its refinement, by its pinned engine or by the engine that `auto` chooses. */
const lacksRefinement = ({ plan }: JobFacts, task: MadeTask): boolean =>
  plan.advanced.refinementPass &&
  plan.entryPoint !== 'retexture' &&
  ['auto', 'engine_4'].includes(plan.advanced.engine) &&
  !task.call.includes('ultrashape')

/**
 * Checks that every task of a vendor belongs to a finished job, or is on the list of tasks that may belong to no job.
 */
function judgeTasks({ standIns, vendors, tick }: Evidence, { listedTasks }: Rows): string[] {
  return standIns.made.flatMap((task) => {
    const call = vendors.calls.find(({ taskId }) => taskId === task.id)
    const job = call?.job
    if (job === undefined) return [`task ${task.id} at ${task.vendor} has no job`]
    if (job.attached.has(task.id)) return []
    tick('tasks that no job has')
    if (listedTasks.has(job.id)) return []
    return [`job ${job.plan.number}: a task at ${task.vendor} is neither the job's nor listed`]
  })
}

/** Checks that no step is paid for twice, and that a pinned engine stays. */
function judgeCalls({ vendors, facts, standIns }: Evidence): string[] {
  return [...facts.values()].flatMap((job) => {
    const wrong: string[] = []
    const say = (what: string) => wrong.push(`job ${job.plan.number} (${job.plan.prompt}): ${what}`)
    const calls = vendors.calls.filter((call) => call.job === job)
    const made = calls.filter(({ outcome }) => outcome !== 'refused')
    for (const [at, call] of made.entries()) {
      const next = made[at + 1]
      if (next === undefined) continue
      if (call.outcome === 'unknown') {
        say(`${next.call} was called, although it is unknown whether ${call.call} made a task`)
      } else if (stepOf(standIns, next) <= stepOf(standIns, call)) {
        say(`${next.call} was called after ${call.call} had made a task`)
      }
    }
    const { engine } = job.plan.advanced
    const foreign = calls.find((call) => engine !== 'auto' && !belongsTo(engine, call))
    if (foreign !== undefined && job.plan.entryPoint !== 'retexture') {
      say(`is pinned to ${engine}, and ${foreign.call} of ${foreign.vendor} was called`)
    }
    return wrong
  })
}

/** Returns the step of a call; a call without a task counts as the step that it would have been. */
function stepOf({ made }: Pick<EngineStandIns, 'made'>, { taskId }: CreateCall): number {
  return made.find(({ id }) => id === taskId)?.step ?? Number.POSITIVE_INFINITY
}

function belongsTo(engine: string, { vendor, engine: called }: CreateCall): boolean {
  const isTripos = engine === 'engine_2' || engine === 'engine_2_p1'
  if ((vendor === 'tripo') !== isTripos) return false
  if (called === 'picture') return engine === 'engine_3' || engine === 'engine_4'
  return called === 'later' || called === engine
}
