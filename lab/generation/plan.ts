// Plan of a history: its accounts, their requests with times, and the faults. A seed determines the complete plan.

import type { VendorName } from '../../server/adapters/engines/engine-table.ts'
import type { Spender } from '../../server/domain/generation/engine/budget.ts'
import type { EngineName } from '../../server/domain/generation/engine/engine.ts'
import type { Dice } from '../lib/dice.ts'

/** Fate of one create call of a job, and whether the vendor has created the task. */
export const mishaps = {
  'response lost': true,
  'never answered': true,
  'never arrived': false,
  'connection refused': false,
  'page instead of an answer': true,
} as const
export type Mishap = keyof typeof mishaps

/** `step` counts the tasks of the job from 0. */
export type CallFault = { readonly mishap: Mishap; readonly step: number }

export type JobPlan = {
  readonly number: number
  /** Index in `accounts`. */
  readonly account: number
  readonly atMs: number
  readonly entryPoint: 'start' | 'words' | 'wait' | 'retexture' | 'drafts' | 'refine'
  /** Null: the client sends no Idempotency-Key and does not repeat the request. */
  readonly key: string | null
  /** Delay after which the same request is sent again. */
  readonly againMs: number | null
  readonly mode: 'fast_draft' | 'hi_fi'
  readonly prompt: string
  readonly advanced: {
    readonly engine: EngineName | 'auto'
    readonly refinementPass: boolean
    readonly meshQuality: 'standard' | 'high' | 'ultra'
    readonly topology: 'triangles' | 'quads'
    readonly textureResolution: '2k' | '4k'
  }
  readonly credits: number
  /** Words that control the vendors' stand-ins. */
  readonly words: readonly string[]
  readonly faults: readonly CallFault[]
  /** The first download of a finished model is interrupted. */
  readonly isCutOnce: boolean
  /** Moderation refuses the result; for a set of drafts, some of them. */
  readonly isRefused: boolean
}

/** Response of a vendor to every request, for a period. */
export const vendorStates = [
  'too many requests',
  'out of credit',
  'locked out',
  'error before creation',
  'error after creation',
  'page at status',
  'away at status',
  'refused at status',
  'forgets new tasks',
] as const
export type VendorState = (typeof vendorStates)[number]

export type Episode = { readonly fromMs: number; readonly toMs: number }
export type VendorEpisode = Episode & { readonly vendor: VendorName; readonly state: VendorState }

export type ProcessName = 'web' | 'worker 1' | 'worker 2'
export type ProcessFault = {
  readonly atMs: number
  readonly process: ProcessName
  /** `stop`: the process is told to stop, as during a deployment. */
  readonly kind: 'kill' | 'stop' | 'lost connection'
  /** The kill or the loss occurs at the n-th matching call after the time of the fault. */
  readonly calls: number
  readonly match: RegExp
  readonly isAfter: boolean
  readonly downMs: number
}

export type HistoryPlan = {
  readonly accounts: readonly { readonly granted: number }[]
  readonly jobs: readonly JobPlan[]
  readonly vendors: readonly VendorEpisode[]
  readonly storage: readonly Episode[]
  /** Whether a server moderates pictures. */
  readonly looks: boolean
  /** Periods in which the server does not respond. */
  readonly moderation: readonly Episode[]
  readonly database: readonly Episode[]
  readonly processes: readonly ProcessFault[]
  readonly ceiling: { readonly calls: number; readonly cents: number }
  readonly callCents: Readonly<Record<Spender, number>>
}

/** contract.md 4.7. */
export const openingCredits = 5

const second = 1000
const minute = 60 * second

export function planHistory(dice: Dice): HistoryPlan {
  const accounts = Array.from({ length: dice.between(1, 2) }, () => ({
    granted: dice.weighted({ none: 1, some: 2, plenty: 4 }),
  })).map(({ granted }) => ({
    granted: { none: 0, some: dice.between(1, 6), plenty: 60 }[granted],
  }))
  const { jobs, isOfDrafts } = planJobs(dice, accounts.length)
  const isTight = dice.chance(0.25)
  return {
    accounts: isOfDrafts ? accounts.map(({ granted }) => ({ granted: granted + 20 })) : accounts,
    jobs,
    ...planModeration(dice),
    vendors: dice.chance(0.6) ? several(dice, 1, 3, () => vendorEpisode(dice)) : [],
    storage: dice.chance(0.3) ? several(dice, 1, 2, () => outage(dice, storageSeconds(dice))) : [],
    database: dice.chance(0.12) ? [outage(dice, dice.between(1, 25))] : [],
    processes: dice.chance(0.7) ? several(dice, 1, 4, () => processFault(dice)) : [],
    ceiling: isTight
      ? { calls: dice.between(0, 4), cents: dice.between(50, 400) }
      : { calls: 500, cents: 100_000 },
    callCents: {
      engine_1: 80,
      engine_2: 40,
      engine_2_p1: 30,
      engine_3: 30,
      engine_4: 50,
      images: 4,
    },
  }
}

/** Plans jobs. Refinements need a finished draft, and an account that can pay for both. */
function planJobs(dice: Dice, accounts: number) {
  const isOfDrafts = dice.chance(0.3)
  const first: readonly JobPlan['entryPoint'][] = isOfDrafts ? ['drafts', 'refine', 'refine'] : []
  const count = dice.between(Math.max(2, first.length), 6)
  const jobs = Array.from({ length: count }, (_, number) => {
    const only = first[number]
    const entryPoint = only ?? dice.weighted(entryPoints)
    return planJob(dice, { number, entryPoint, account: dice.between(0, only ? 0 : accounts - 1) })
  })
  return { jobs, isOfDrafts }
}

const entryPoints = { start: 6, words: 1, wait: 3, retexture: 1, drafts: 2, refine: 3 } as const

function planModeration(dice: Dice): Pick<HistoryPlan, 'looks' | 'moderation'> {
  const looks = dice.chance(0.5)
  const isAway = looks && dice.chance(0.3)
  const moderation = isAway ? several(dice, 1, 2, () => outage(dice, moderationSeconds(dice))) : []
  return { looks, moderation }
}

const several = <Item>(dice: Dice, least: number, most: number, make: () => Item): Item[] =>
  Array.from({ length: dice.between(least, most) }, make)

type JobRequest = Pick<JobPlan, 'number' | 'entryPoint' | 'account'>

function planJob(dice: Dice, { number, entryPoint, account }: JobRequest): JobPlan {
  const isPlain = entryPoint !== 'start' && entryPoint !== 'wait'
  const mode = dice.chance(0.5) && entryPoint !== 'drafts' ? 'hi_fi' : 'fast_draft'
  const engine = isPlain
    ? 'auto'
    : dice.weighted({ auto: 6, engine_1: 1, engine_2: 1, engine_2_p1: 1, engine_3: 1, engine_4: 2 })
  const advanced = {
    engine,
    refinementPass: !isPlain && dice.chance(engine === 'engine_4' ? 0.7 : 0.1),
    meshQuality: isPlain ? 'standard' : dice.weighted({ standard: 6, high: 1, ultra: 1 }),
    topology: !isPlain && dice.chance(0.15) ? 'quads' : 'triangles',
    textureResolution: !isPlain && dice.chance(0.15) ? '4k' : '2k',
  } as const
  // A refinement sends no words to the vendor.
  const words =
    entryPoint !== 'refine' && dice.chance(0.6) ? several(dice, 1, 2, () => scriptWord(dice)) : []
  const shape = dice.pick(['a small vase', 'a plain bowl', 'a square box', 'a round cup'])
  const key = dice.chance(entryPoint === 'words' ? 0 : 0.5) ? `key-${number}` : null
  const plan = {
    number,
    account,
    atMs: (needsFinished(entryPoint) ? 6 * minute : 0) + dice.between(0, 6 * minute),
    entryPoint,
    key,
    againMs: key !== null && dice.chance(0.4) ? dice.between(0, 4 * minute) : null,
    mode,
    prompt: [shape, `number ${number}`, ...words].join(' '),
    advanced,
    words,
    faults: dice.chance(0.12)
      ? [{ mishap: dice.pick(Object.keys(mishaps) as Mishap[]), step: dice.pick([0, 0, 0, 1, 2]) }]
      : [],
    isCutOnce: dice.chance(0.06),
    isRefused: dice.chance(0.15),
  } as const
  return { ...plan, credits: creditsFor(plan) }
}

/** Whether the entry point needs a finished generation, which the account may have at that time. */
const needsFinished = (entryPoint: JobPlan['entryPoint']) =>
  entryPoint === 'retexture' || entryPoint === 'refine'

/**
 * Returns the credits by contract.md 4.7 for text input, because no picture is sent. The result applies to each draft of
 * a set. A refinement is hi_fi from a picture.
 */
function creditsFor({
  entryPoint,
  mode,
  advanced,
}: Pick<JobPlan, 'entryPoint' | 'mode' | 'advanced'>): number {
  if (entryPoint === 'retexture') return 1
  if (entryPoint === 'refine') return 3
  const { engine, meshQuality, textureResolution, refinementPass } = advanced
  const isTextured = mode === 'hi_fi' || engine === 'engine_2' || engine === 'engine_2_p1'
  return (
    (mode === 'hi_fi' ? 2 : 1) +
    { standard: 0, high: 1, ultra: 2 }[meshQuality] +
    (isTextured && textureResolution === '4k' ? 1 : 0) +
    (refinementPass ? 2 : 0)
  )
}

/** Returns words of testing/engines/engine-stand-ins that affect one task. */
function scriptWord(dice: Dice): string {
  const word = dice.weighted({
    slow: 8,
    failed: 1,
    banned: 1,
    'banned-late': 1,
    'no-credit': 1,
    'no-model': 1,
    'dead-link': 1,
    expiring: 2,
    broken: 1,
    flaky: 3,
    hang: 1,
  })
  if (word === 'slow') return `[slow=${dice.between(1, 30)}]`
  if (word === 'expiring') return '[expiring=1]'
  const isLater = word !== 'flaky' && word !== 'broken' && dice.chance(0.5)
  return isLater ? `[${word}@${dice.between(1, 2)}]` : `[${word}]`
}

function vendorEpisode(dice: Dice): VendorEpisode {
  const state = dice.pick(vendorStates)
  const isShort = state.endsWith('status') || state === 'forgets new tasks'
  const seconds = isShort ? dice.between(5, 240) : dice.between(10, 600)
  return { ...outage(dice, seconds), vendor: dice.pick(['fal', 'tripo'] as const), state }
}

function outage(dice: Dice, seconds: number): Episode {
  const fromMs = dice.between(0, 9 * minute)
  return { fromMs, toMs: fromMs + seconds * second }
}

const storageSeconds = (dice: Dice): number =>
  dice.chance(0.6) ? dice.between(2, 90) : dice.between(120, 1500)

/** Duration without moderation, in seconds; a job waits five minutes for it. */
const moderationSeconds = (dice: Dice): number =>
  dice.chance(0.6) ? dice.between(5, 200) : dice.between(320, 900)

/** Calls at which a kill leaves the most unfinished state. */
const delicate =
  /moderate|create|save|charge|complete|fail|putFile|link|reschedule|take|claim|giveBack|add/

function processFault(dice: Dice): ProcessFault {
  return {
    atMs: dice.between(0, 8 * minute),
    process: dice.pick(['web', 'worker 1', 'worker 1', 'worker 2', 'worker 2'] as const),
    kind: dice.weighted({ kill: 6, stop: 1, 'lost connection': 3 }),
    calls: dice.between(1, 6),
    match: dice.chance(0.6) ? delicate : /./,
    isAfter: dice.chance(0.5),
    downMs: dice.between(1, 90) * second,
  }
}
