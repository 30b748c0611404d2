// Places and follows orders.
import { calledOf, omitUndefined, resultOf } from './call.ts'
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
   * Prices the model, charges the account's card and queues the print. Resolves even if the card could not be charged:
   * read `paid`, and `message` for the reason. Retries after lost connections and responses such as 429 and 503, always
   * with the same Idempotency-Key, so it orders and charges once.
   * Throws TypeError before anything is sent if the quantity, infill, nozzle or layer height is out of range,
   * RefusalError if nothing was ordered, and OutcomeUnknownError if that could not be determined.
   */
  readonly submitOrder: (order: OrderInput, options?: SubmitOptions) => Promise<SubmittedOrder>
  /**
   * Runs the order's checks, measurement and pricing without ordering, and returns the amount that the card would be
   * charged. Nothing is stored or charged. Throws TypeError and RefusalError like submitOrder, and NetworkError if no
   * response arrived. Throws SvcError, which names the order, if a service without dry runs placed it.
   */
  readonly dryRunOrder: (order: OrderInput, options?: CallOptions) => Promise<DryRun>
  /**
   * Resolves to the current order. With `wait`, resolves when its status, charge or tracking changes, at the latest
   * after that many seconds, up to 30.
   */
  readonly getOrder: (
    code: string,
    options?: CallOptions & { readonly wait?: number | undefined },
  ) => Promise<Order>
  /**
   * Yields the order immediately and after every change, until it is shipped, delivered, cancelled or rejected. Reads
   * every five minutes unless `intervalMs` is set, and every minute while its charge is not settled.
   */
  readonly watchOrder: (code: string, options?: WatchOptions) => AsyncGenerator<Order, void, void>
  /** Resolves to the order when `until` accepts it or when watchOrder would stop, whichever comes first. */
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
        params: {
          path: { code },
          ...(options?.wait !== undefined && { query: { wait: options.wait } }),
        },
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
      const body = omitUndefined(await orderFields(order))
      const { data, response } = await calledOf(
        api.POST('/api/print/orders', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body,
          bodySerializer: formOf,
          fetch: fetchWith(options),
        }),
      )
      // Without `dryRun`, the response is never that of a dry run.
      const placed = data as Extract<typeof data, { code: string }>
      return { ...placed, idempotencyKey, replayed: response.headers.has('idempotent-replayed') }
    },
    dryRunOrder: async (order, options) => {
      checkPrintSettings(order)
      const { data } = await calledOf(
        api.POST('/api/print/orders', {
          body: { ...omitUndefined(await orderFields(order)), dryRun: true },
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

/** Returns the fields: a file by its bytes, or the unchanged address of a stored model. */
async function orderFields(order: OrderInput) {
  if (order.file === undefined) return order
  const { file: _, fileName: __, ...fields } = order
  return { ...fields, file: await modelPart(order) }
}
