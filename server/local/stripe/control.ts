// Controls of the stand-in for tests: make it fail, hold its webhooks, and read how often money moved on its side. The same calls are
// available in the process and over HTTP (POST /_control, with the secret key).
import * as v from 'valibot'
import { type Actions, bindActions, runAction, runNamedAction } from './actions.ts'
import type { CallCount, Calls } from './calls.ts'
import { ApiError } from './core/errors.ts'
import type { Store } from './core/store.ts'
import type { World } from './core/world.ts'
import { type FaultList, faultSchema, type InjectedFault } from './faults.ts'
import type { DeliverRequest, Delivery, EventState, WebhookSettings, Webhooks } from './webhooks.ts'

export type ChargeFilter = { readonly orderCode?: string; readonly customer?: string }
export type ChargeCount = {
  /** Charges that moved money, whether or not it was refunded. */
  readonly succeeded: number
  readonly declined: number
  readonly amountCents: number
  readonly refundedCents: number
}
export type OrderCharges = ChargeCount & { readonly orderCode: string }

export type StripeControl = Actions & {
  readonly fault: (fault: InjectedFault) => Promise<void>
  readonly clearFaults: () => Promise<void>
  readonly webhooks: (change: Partial<WebhookSettings> & { url?: string }) => Promise<void>
  /** Sends pending events now, one after another, regardless of the mode. */
  readonly deliver: (request?: DeliverRequest) => Promise<Delivery[]>
  readonly events: () => Promise<EventState[]>
  /** Counts the charges of an order or a customer, or all charges. */
  readonly charges: (filter?: ChargeFilter) => Promise<ChargeCount>
  /** Counts the charges of every order that has any. A count above 1 in `succeeded` is a double charge. */
  readonly chargesByOrder: () => Promise<OrderCharges[]>
  /** Counts requests to the API since the stand-in started, by endpoint. `limited` requests got a 429. */
  readonly calls: () => Promise<CallCount[]>
  /** Runs the delayed effects of test cards now. */
  readonly settle: () => Promise<void>
}

const callSchema = v.variant('call', [
  v.strictObject({ call: v.literal('fault'), with: faultSchema }),
  v.strictObject({ call: v.literal('clearFaults') }),
  v.strictObject({
    call: v.literal('webhooks'),
    with: v.strictObject({
      mode: v.exactOptional(v.picklist(['on', 'hold', 'off'])),
      copies: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
      delayMs: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000))),
      apiVersion: v.exactOptional(v.string()),
      url: v.exactOptional(v.pipe(v.string(), v.url())),
    }),
  }),
  v.strictObject({
    call: v.literal('deliver'),
    with: v.strictObject({
      reverse: v.optional(v.boolean()),
      copies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
      again: v.optional(v.boolean()),
      type: v.optional(v.string()),
    }),
  }),
  v.strictObject({ call: v.literal('events') }),
  v.strictObject({
    call: v.literal('charges'),
    with: v.strictObject({
      orderCode: v.exactOptional(v.string()),
      customer: v.exactOptional(v.string()),
    }),
  }),
  v.strictObject({ call: v.literal('chargesByOrder') }),
  v.strictObject({ call: v.literal('calls') }),
  v.strictObject({ call: v.literal('settle') }),
])

/** Runs an action in one transaction and delivers the events that it causes. */
export type Act = <Output>(action: (world: World) => Output) => Output

export function createControl(parts: {
  store: Store
  faults: FaultList
  calls: Calls
  webhooks: Webhooks
  act: Act
  settle: () => void
}): StripeControl {
  const { store, faults, calls, webhooks, act, settle } = parts
  return {
    ...bindActions(async (name, input) => act((world) => runAction(world, name, input))),
    fault: async (fault) => faults.add(fault),
    clearFaults: async () => faults.clear(),
    webhooks: async (change) => webhooks.configure(change),
    deliver: (request = {}) => webhooks.deliver(request),
    events: async () => webhooks.events(),
    charges: async (filter = {}) => countCharges(store, filter),
    chargesByOrder: async () => countByOrder(store),
    calls: async () => calls.read(),
    settle: async () => settle(),
  }
}

const countsSql = `
  coalesce(sum(json_extract(body, '$.paid')), 0) as succeeded,
  coalesce(sum(1 - json_extract(body, '$.paid')), 0) as declined,
  coalesce(sum(json_extract(body, '$.amount_captured')), 0) as amountCents,
  coalesce(sum(json_extract(body, '$.amount_refunded')), 0) as refundedCents`
const orderCodeSql = "json_extract(body, '$.metadata.order_code')"

function countCharges(store: Store, filter: ChargeFilter): ChargeCount {
  const count = store.db
    .query<ChargeCount, { orderCode: string | null; customer: string | null }>(
      `select ${countsSql} from objects where kind = 'charge'
        and ($orderCode is null or ${orderCodeSql} = $orderCode)
        and ($customer is null or customer = $customer)`,
    )
    .get({ orderCode: filter.orderCode ?? null, customer: filter.customer ?? null })
  if (count === null) throw new Error('An aggregate without a row.')
  return count
}

const countByOrder = (store: Store): OrderCharges[] =>
  store.db
    .query<OrderCharges, []>(
      `select ${orderCodeSql} as orderCode, ${countsSql} from objects
        where kind = 'charge' and ${orderCodeSql} is not null group by 1 order by min(seq)`,
    )
    .all()

/** Handles POST /_control: takes `{call, with}` and returns the call's result. */
export async function serveControl(
  control: StripeControl,
  act: Act,
  request: Request,
): Promise<Response> {
  const body: unknown = await request.json().catch(() => null)
  try {
    const action = runNamedAction(act, body)
    if (action !== null) return Response.json({ result: action.output ?? null })
    const call = v.parse(callSchema, body)
    return Response.json({ result: (await run(control, call)) ?? null })
  } catch (error) {
    if (error instanceof v.ValiError) return refuse(v.summarize(error.issues))
    if (error instanceof ApiError) return refuse(error.message)
    throw error
  }
}

const refuse = (error: string): Response => Response.json({ error }, { status: 400 })

function run(control: StripeControl, call: v.InferOutput<typeof callSchema>): Promise<unknown> {
  switch (call.call) {
    case 'fault':
      return control.fault(call.with)
    case 'webhooks':
      return control.webhooks(call.with)
    case 'deliver':
      return control.deliver(call.with)
    case 'charges':
      return control.charges(call.with)
    case 'clearFaults':
    case 'events':
    case 'chargesByOrder':
    case 'calls':
    case 'settle':
      return control[call.call]()
  }
}

/** Connects to the control of a stand-in in another process. */
export function connectStripeControl(baseUrl: string, secretKey: string): StripeControl {
  async function ask<T>(call: string, input?: unknown): Promise<T> {
    const response = await fetch(`${baseUrl}/_control`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(input === undefined ? { call } : { call, with: input }),
    })
    if (!response.ok) throw new Error(`The stand-in refused "${call}": ${await response.text()}`)
    const { result } = (await response.json()) as { result: T }
    return result
  }
  return {
    ...bindActions(ask),
    fault: (fault) => ask('fault', fault),
    clearFaults: () => ask('clearFaults'),
    webhooks: (change) => ask('webhooks', change),
    deliver: (request = {}) => ask('deliver', request),
    events: () => ask('events'),
    charges: (filter = {}) => ask('charges', filter),
    chargesByOrder: () => ask('chargesByOrder'),
    calls: () => ask('calls'),
    settle: () => ask('settle'),
  }
}
