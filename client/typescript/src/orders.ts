// Placing orders and following them.
import { calledOf, defined, resultOf } from './call.ts'
import { SvcError } from './errors.ts'
import { modelPart } from './file-parts.ts'
import { formOf } from './form.ts'
import type { HelperParts } from './helper-parts.ts'
import { checkIdempotencyKey, newIdempotencyKey } from './idempotency-key.ts'
import { checkPrintSettings } from './print-settings.ts'
import type {
  CallOptions,
  DryRun,
  Order,
  OrderInput,
  SubmitOptions,
  SubmittedOrder,
  WatchOptions,
} from './types.ts'
import { lastOf, watch } from './watch.ts'

export type OrderHelpers = {
  /**
   * Prices the model, charges the account's card and queues the print. It resolves whether or not the card could be charged: read
   * `paid`, and `message` for the reason. It is sent again after lost connections and 429, 503 and the like, always under one
   * Idempotency-Key, so it orders and charges once.
   *
   * Throws TypeError before anything is sent for a quantity, infill, nozzle or layer height out of range, RefusalError where
   * nothing was ordered, OutcomeUnknownError where that could not be found out.
   */
  readonly submitOrder: (order: OrderInput, options?: SubmitOptions) => Promise<SubmittedOrder>
  /**
   * What the order would be, without ordering: checked, measured and priced like it, with what the card would be charged. Nothing is
   * stored or charged. Throws TypeError and RefusalError as submitOrder does, NetworkError where no response came, and SvcError, which
   * names the order, where a service that knows no dry runs placed it.
   */
  readonly dryRunOrder: (order: OrderInput, options?: CallOptions) => Promise<DryRun>
  readonly getOrder: (code: string, options?: CallOptions) => Promise<Order>
  /**
   * Yields the order at once and after every change, and ends when it is shipped, delivered, cancelled or rejected. Reads every five
   * minutes unless `intervalMs` says otherwise, and every minute while its charge is not settled.
   */
  readonly watchOrder: (code: string, options?: WatchOptions) => AsyncGenerator<Order, void, void>
  /** The order once `until` accepts it or it has ended as in watchOrder, whichever comes first. */
  readonly waitForOrder: (
    code: string,
    options?: WatchOptions & { readonly until?: ((order: Order) => boolean) | undefined },
  ) => Promise<Order>
}

const ended: ReadonlySet<string> = new Set(['SHIPPED', 'DELIVERED', 'CANCELLED', 'REJECTED'])
const minuteMs = 60_000

export function orderHelpers({ api, fetchWith }: HelperParts): OrderHelpers {
  const getOrder: OrderHelpers['getOrder'] = (code, options) =>
    resultOf(
      api.GET('/api/print/orders/{code}', {
        params: { path: { code } },
        fetch: fetchWith(options),
      }),
    )
  const watchOrder: OrderHelpers['watchOrder'] = (
    code,
    { signal, intervalMs = 5 * minuteMs, timeoutMs } = {},
  ) =>
    watch({
      read: () => getOrder(code, { signal }),
      hasEnded: ({ status }) => ended.has(status),
      isSame: (one, other) => one.status === other.status && one.updatedAt === other.updatedAt,
      intervalMs: ({ charge }) =>
        charge === 'settling' ? Math.min(intervalMs, minuteMs) : intervalMs,
      signal,
      timeoutMs,
      describe: ({ status }) => `Order ${code} is still ${status}`,
    })
  return {
    submitOrder: async (order, options = {}) => {
      const idempotencyKey = checkIdempotencyKey(options.idempotencyKey ?? newIdempotencyKey())
      checkPrintSettings(order)
      const body = defined(await orderFields(order))
      const { data, response } = await calledOf(
        api.POST('/api/print/orders', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body,
          bodySerializer: formOf,
          fetch: fetchWith(options),
        }),
      )
      // Without `dryRun` the service answers no dry run.
      const placed = data as Extract<typeof data, { code: string }>
      return { ...placed, idempotencyKey, replayed: response.headers.has('idempotent-replayed') }
    },
    dryRunOrder: async (order, options) => {
      checkPrintSettings(order)
      const { data } = await calledOf(
        api.POST('/api/print/orders', {
          body: { ...defined(await orderFields(order)), dryRun: true },
          bodySerializer: formOf,
          fetch: fetchWith(options, true),
        }),
      )
      if (!('dryRun' in data)) {
        const { code, paid } = data
        throw new SvcError(
          `This service knows no dry runs: it placed order ${code}, which is ${paid ? 'paid' : 'not paid'}.`,
        )
      }
      return data
    },
    getOrder,
    watchOrder,
    waitForOrder: async (code, { until, ...options } = {}) =>
      (await lastOf(watchOrder(code, options), until)) ??
      getOrder(code, { signal: options.signal }),
  }
}

/** A file by its bytes, or the address of a stored model as it is. */
async function orderFields(order: OrderInput) {
  if (order.file === undefined) return order
  const { file: _, fileName: __, ...fields } = order
  return { ...fields, file: await modelPart(order) }
}
