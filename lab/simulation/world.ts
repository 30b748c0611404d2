// One run: its processor, its hosts, and the responses to callers.

import fc, { type Scheduler } from 'fast-check'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import type { AccountCaller } from '../../server/domain/base/caller.ts'
import { customerIdOf } from '../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import { ProcessorUnavailable } from '../../server/domain/payments/ports.ts'
import { hostCount } from './choices.ts'
import { ConnectionLost, turn } from './gate.ts'
import { type Host, openHost, seededIds } from './hosts.ts'
import { openProcessor, type Processor } from './processor.ts'
import { accountOf, type Buyer, buyers, cardOf, type Stage } from './stage.ts'
import type { Plan } from './steps.ts'

/** A response that placed an order, or found it again. */
export type Response = {
  /** Equal for repeats of a request that must be one order. */
  readonly request: string
  readonly code: string
  /** The amounts, which a repeat returns again. */
  readonly text: string
  readonly paid: boolean
}

export type World = {
  readonly stage: Stage
  readonly scheduler: Scheduler
  readonly processor: Processor
  readonly responses: Response[]
  /** Requests with a key that have no response yet, and how to repeat each. */
  readonly unanswered: Map<string, (host: Host) => Promise<void>>
  /** Addresses of hosted pages that a visitor was sent to. */
  readonly pages: string[]
  readonly delivered: Set<string>
  /** Codes of orders that operators printed or released although their payment was in doubt. */
  readonly decided: Set<string>
  /** Errors that no fault of the run explains. */
  readonly unexpected: string[]
  /** `happened`: rows were lost. `isExcluded`: no further loss occurs in this run. */
  readonly loss: { happened: boolean; isExcluded: boolean }
  /** Number of days; a key is a new request after a day. */
  readonly day: { number: number }
  readonly host: (index: number) => Host
  readonly crash: (index: number) => void
  /** Starts an operation on a host, up to its first call. */
  readonly start: (host: Host, name: string, work: (host: Host) => Promise<void>) => Promise<void>
  /** Delivers a call that the processor has not received yet. */
  readonly arrive: (index: number) => Promise<void>
  readonly arriveAll: () => Promise<void>
  /** Executes that many calls, or fewer when fewer are waiting. */
  readonly letThrough: (calls: number) => Promise<void>
  /** Executes all calls, until none is waiting. */
  readonly drain: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openWorld(stage: Stage, scheduler: Scheduler, plan: Plan): Promise<World> {
  await stage.time.reset()
  await stage.tables.clear()
  const processor = await openProcessor(stage.time)
  const ids = seededIds()
  const unexpected: string[] = []
  const loss = { happened: false, isExcluded: false }
  const note = (what: string, error: unknown) => {
    if (!isExplained(error, loss.happened)) unexpected.push(`${what}: ${describe(error)}`)
  }
  const underway: (() => Promise<unknown>)[] = []
  const arrive = async (index: number) => {
    const [call] = underway.splice(index % Math.max(1, underway.length), 1)
    // Its response is discarded.
    if (call !== undefined) await call().catch(() => undefined)
  }
  const open = (index: number): Host =>
    openHost({
      stage,
      scheduler,
      processor,
      ids,
      name: `host ${index}`,
      skewSeconds: plan.skews[index] ?? 0,
      onError: (event, facts) => {
        const error =
          typeof facts === 'object' && facts !== null ? Reflect.get(facts, 'error') : null
        if (error instanceof Error) note(event, error)
      },
      later: (call) => underway.push(call),
    })
  const hosts = Array.from({ length: hostCount }, (_, index) => open(index))
  const hostAt = (index: number): Host => {
    const found = hosts[index % hostCount]
    if (found === undefined) throw new Error(`no host ${index}`)
    return found
  }
  const letThrough = async (calls: number) => {
    for (let left = calls; left > 0 && scheduler.count() > 0; left -= 1) await scheduler.waitNext(1)
  }
  await addAccounts(stage, processor)
  return {
    stage,
    scheduler,
    processor,
    unexpected,
    loss,
    responses: [],
    unanswered: new Map(),
    pages: [],
    delivered: new Set(),
    decided: new Set(),
    day: { number: 0 },
    host: hostAt,
    crash: (index) => {
      hostAt(index).gate.close()
      hosts[index % hostCount] = open(index % hostCount)
    },
    start: async (host, name, work) => {
      const arrived = host.gate.arrivals()
      let hasEnded = false
      const run = async () => {
        try {
          await work(host)
        } catch (error) {
          note(name, error)
        } finally {
          hasEnded = true
        }
      }
      void run()
      while (!hasEnded && host.gate.arrivals() === arrived) await turn()
      await stage.calls.settle()
    },
    arrive,
    arriveAll: async () => {
      while (underway.length > 0) await arrive(0)
    },
    letThrough,
    drain: async () => {
      await stage.calls.settle()
      while (scheduler.count() > 0) await letThrough(1)
    },
    close: processor.close,
  }
}

/** Creates the scheduler of a run: after each call, everything that follows from it proceeds to its next call. */
export const schedulerOf = (stage: Pick<Stage, 'calls'>): fc.Arbitrary<Scheduler> =>
  fc.scheduler({
    act: async (task) => {
      await task()
      await stage.calls.settle()
    },
  })

export const callerOf = (buyer: Buyer, credential: AccountCaller['credential']): AccountCaller => ({
  kind: 'account',
  accountId: accountOf(buyer),
  email: `${buyer}@example.com`,
  credential,
})

async function addAccounts({ db, deps }: Stage, { call }: Processor): Promise<void> {
  for (const buyer of buyers) {
    const accountId = accountOf(buyer)
    await ensureAccount(db, accountId, `${buyer}@example.com`)
    const card = cardOf(buyer)
    if (card === null) continue
    const customer = await call('/v1/customers', { email: `${buyer}@example.com` })
    const customerId = customerIdOf(idOf(customer))
    const attached = await call(`/v1/payment_methods/${card}/attach`, { customer: customerId })
    await deps.accounts.linkCustomer(accountId, customerId)
    const paymentMethodId = paymentMethodIdOf(idOf(attached))
    await deps.accounts.saveCard({ customerId, paymentMethodId, brand: 'visa', last4: '4242' })
  }
}

function idOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'id' in answer) return String(answer.id)
  throw new Error(`The processor made nothing: ${JSON.stringify(answer)}`)
}

/**
 * Returns whether a fault of the run explains the error. After a loss of rows, a process may miss a row that it has
 * just written.
 */
function isExplained(error: unknown, rowsWereLost: boolean): boolean {
  if (rowsWereLost) return true
  if (error instanceof ProcessorUnavailable || error instanceof ConnectionLost) return true
  return error instanceof Error && error.cause !== undefined && isExplained(error.cause, false)
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
