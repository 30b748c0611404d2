// --idempotency-key: one command at a time orders with a key, and a repeated one finds the order of the first.
import { NetworkError, RefusalError, TimeoutError } from '../../../typescript/src/index.ts'
import { QuoteExpired } from '../service/agent-tools.ts'
import type { KeptOrder, KeyHold } from '../service/key-holds.ts'
import type { LocalState } from '../service/local-state.ts'
import type { Session } from '../service/session.ts'
import { CliError, exitCodes, usageError } from '../terminal/exit-codes.ts'
import type { Arguments } from '../terminal/options.ts'

export type OrderKey = {
  /** Quote that an earlier command ordered, or may have ordered, with the key. */
  readonly earlierQuoteId: string | null
  /** Stores what is sent before `send` sends it. `quoteId` is null for an order by volume. */
  readonly place: <T>(quoteId: string | null, send: () => Promise<T>) => Promise<T>
}

const withoutKey: OrderKey = { earlierQuoteId: null, place: (_, send) => send() }

/** The required part of a command's context. */
type KeyContext = {
  readonly args: Pick<Arguments, 'text'>
  readonly state: Pick<LocalState, 'holdKey'>
  readonly session: () => Promise<Pick<Session, 'baseUrl'>>
}

/** Runs `order` while no other command on this machine orders with the key. Throws if one does. */
export async function withOrderKey<T>(
  { args, session, state }: KeyContext,
  fingerprint: string,
  order: (key: OrderKey) => Promise<T>,
): Promise<T> {
  const key = args.text('idempotency-key')
  if (key === undefined) return order(withoutKey)
  const { baseUrl } = await session()
  const hold = await state.holdKey(baseUrl, key)
  if (hold.kind === 'busy') {
    throw new CliError(
      exitCodes.unavailable,
      `Another svc order with this --idempotency-key is running on this machine (process ${hold.pid}). This one ordered nothing. ` +
        'Repeat it when the other has ended: it then shows the order, if there is one.',
    )
  }
  try {
    if (hold.order !== null && hold.order.fingerprint !== fingerprint) {
      throw usageError(
        'This --idempotency-key was used for an order with another file, address or options. Use another key for another order.',
      )
    }
    return await order(keyOf(hold, fingerprint))
  } finally {
    hold.release()
  }
}

const keyOf = (hold: Extract<KeyHold, { kind: 'held' }>, fingerprint: string): OrderKey => ({
  earlierQuoteId: hold.order?.quoteId ?? null,
  place: async (quoteId, send) => {
    await hold.keep({ fingerprint, quoteId })
    try {
      return await send()
    } catch (error) {
      if (ordersNothing(error, hold.order)) await hold.keep(null)
      throw error
    }
  },
})

/**
 * Whether nothing was ordered with the key. A refusal of a repeated order says nothing about an earlier one, unless its
 * quote expired.
 */
function ordersNothing(error: unknown, earlier: KeptOrder | null): boolean {
  if (error instanceof CliError) {
    if (error instanceof QuoteExpired) return true
    return earlier === null && error.exitCode !== exitCodes.unknown
  }
  const kinds = [RefusalError, NetworkError, TimeoutError]
  return earlier === null && kinds.some((kind) => error instanceof kind)
}
