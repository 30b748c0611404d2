// One click in the queue: moves an order one step further, or releases its hold.
import { fail, ok, type Result } from '../base/result.ts'
import type { FarmFailure } from '../farm/failure.ts'
import { afterQueued, defaultPlan } from '../farm/queue/queue-order.ts'
import { asksAboutParts, isShort } from '../farm/read/short-orders.ts'
import { type ShipPromise, withShipPromise } from '../orders/promise/ship-promise.ts'
import { checkFileReviewed } from '../orders/record/file-review.ts'
import type { Order } from '../orders/record/order.ts'
import { listLines } from '../orders/record/order-lines.ts'
import { nextTracking } from '../orders/record/tracking.ts'
import { afterStatus, needsPromise } from '../orders/status-changes/status-change.ts'
import { previewBulk } from './bulk-actions.ts'
import { changeLocked, checkVersion } from './locked-order.ts'
import { isStepKind, type StepKind, type StepObstacle, stepObstacle, steps } from './next-step.ts'
import { changeOrderWork, type WorkRefusal } from './order-work.ts'
import type { FulfillmentDeps, LockedOrder } from './ports.ts'

export type StepInput = {
  readonly code: string
  /** The version that the operator saw. */
  readonly version: number
  readonly kind: StepKind | 'release'
}

export const isQueueStep = (word: string): word is StepInput['kind'] =>
  isStepKind(word) || word === 'release'

export type StepRefusal = WorkRefusal | FarmFailure

/** `preview`: id of the bulk action that first asks for tracking or a confirmation; null if the step was taken. */
export type StepTaken = { readonly preview: string | null }

type StepOutcome = Promise<Result<StepTaken, StepRefusal>>
const taken = ok({ preview: null })

/**
 * Takes the step in one transaction, which reads and locks the order. Refuses a step that starts from another status,
 * or another version.
 */
export async function takeStep(
  deps: FulfillmentDeps,
  operator: string,
  step: StepInput,
): StepOutcome {
  const { kind, ...order } = step
  switch (kind) {
    case 'release': {
      const released = await changeOrderWork(deps, operator, { ...order, change: { kind } })
      return released.ok ? taken : released
    }
    case 'accept':
      return await accept(deps, operator, order)
    case 'ship':
      return await previewStep(deps, operator, { ...order, kind })
    default:
      return await move(deps, operator, { ...order, kind })
  }
}

type SeenOrder = Omit<StepInput, 'kind'>

async function accept(
  deps: Pick<FulfillmentDeps, 'log' | 'meter' | 'orderWork' | 'plateProfiles' | 'printers'>,
  operator: string,
  { code, version }: SeenOrder,
): StepOutcome {
  const { plateProfiles } = deps
  const inUse = await deps.printers.profilesInUse()
  const queued = await changeLocked(deps, operator, code, async (locked) => {
    const next = await checkNext(locked, { version, kind: 'accept' })
    if (!next.ok) return next
    return await locked.queue(await defaultPlan({ ...locked, plateProfiles }, locked.order, inUse))
  })
  if (!queued.ok) return queued
  afterQueued(deps, operator, queued.value)
  return taken
}

/** Asks for confirmation before marking an order with missing parts as printed. */
async function move(
  deps: FulfillmentDeps,
  operator: string,
  step: SeenOrder & { readonly kind: 'start' | 'finish' | 'deliver' },
): StepOutcome {
  const { code, version, kind } = step
  const status = steps[kind].to
  const change =
    (promise: ShipPromise) =>
    async (locked: LockedOrder): Promise<Result<Order | 'short', StepRefusal>> => {
      const before = locked.order
      if (asksAboutParts(before.status, status) && isShort(before, await locked.goodParts())) {
        return ok('short')
      }
      const next = await checkNext(locked, { version, kind })
      if (!next.ok) return next
      const after = await locked.setStatus({
        status,
        tracking: nextTracking({ before, status, input: undefined, now: deps.clock.now() }),
        ...(needsPromise(before, status) && {
          dueAt: promise(before, await listLines(locked, before)),
        }),
      })
      return after === null ? fail({ kind: 'order_unpaid' }) : ok(after)
    }
  // The farm's load is read outside the transaction, because a failed read would abort it. The result is cached for
  // some seconds.
  const moved = await withShipPromise(deps, (promise) =>
    changeLocked(deps, operator, code, change(promise)),
  )
  if (!moved.ok) return moved
  if (moved.value === 'short') return await previewStep(deps, operator, step)
  await afterStatus(deps, operator, moved.value, steps[kind])
  return taken
}

async function checkNext(
  locked: LockedOrder,
  { version, kind }: { readonly version: number; readonly kind: StepKind },
): Promise<Result<void, StepRefusal>> {
  const current = await checkVersion(locked, version)
  if (!current.ok) return current
  const obstacle = stepObstacle(locked.order, kind, { queues: kind === 'accept' })
  return obstacle === null ? current : fail(refusalOf(obstacle, locked.order, kind))
}

function refusalOf(obstacle: StepObstacle, order: Order, kind: StepKind): StepRefusal {
  const { status, hold } = order
  const notNext = { kind: 'step_not_next', from: steps[kind].from, status } as const
  switch (obstacle) {
    case 'held':
      return { kind: 'order_held', reason: hold?.reason ?? '' }
    case 'needs_review': {
      const reviewed = checkFileReviewed(order)
      return reviewed.ok ? notNext : reviewed.failure
    }
    case 'erased':
      return { kind: 'order_erased' }
    case 'refunded':
      return { kind: 'order_refunded' }
    default:
      return notNext
  }
}

/** Continues steps that need tracking or have a warning on the bulk action page. */
async function previewStep(
  deps: FulfillmentDeps,
  operator: string,
  { code, version, kind }: SeenOrder & { readonly kind: StepKind },
): StepOutcome {
  const target = { picked: [{ code, version }] }
  const action = await previewBulk(deps, operator, { change: { kind }, target })
  return action.ok ? ok({ preview: action.value.id }) : action
}
