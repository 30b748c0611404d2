// Executes a request once per Idempotency-Key of a client, as the protocol requires: the same key and body get the
// first response again; another body is refused.

import { sha256Hex } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { IdempotencyFailure } from '../idempotency/failure.ts'
import { checkIdempotencyKey } from '../idempotency/key.ts'
import { clientOf } from './client.ts'
import type { CheckoutReply, KeptReply, UcpDeps } from './ports.ts'

type Call = {
  readonly address: string
  /** null = no key was sent; the request is always executed. */
  readonly key: string | null
  /** The method and the path. */
  readonly operation: string
  /** As received. */
  readonly body: string
}

const runningRetrySeconds = 2

/** `isKept`: false for a request that changed nothing, so that it can be repeated under its key. */
export type Carried = { readonly reply: KeptReply; readonly isKept: boolean }

export async function onceByKey(
  deps: Pick<UcpDeps, 'checkoutReplies' | 'orderIds' | 'log'>,
  { address, key, operation, body }: Call,
  run: () => Promise<Carried>,
): Promise<Result<CheckoutReply, IdempotencyFailure>> {
  const checked = checkIdempotencyKey(key)
  if (!checked.ok) return checked
  if (key === null) return ok((await run()).reply)
  const held = {
    client: clientOf(deps, address),
    key: await sha256Hex(JSON.stringify([operation, key])),
  }
  const claimed = await deps.checkoutReplies.claim(held, await sha256Hex(body))
  switch (claimed.kind) {
    case 'other_request':
      return fail({ kind: 'idempotency_key_reused' })
    case 'running':
      return fail({ kind: 'idempotency_key_running', retryAfterSeconds: runningRetrySeconds })
    case 'completed':
      return ok(claimed.reply)
    case 'claimed':
      return ok(await runUnderKey(deps, held, run))
  }
}

async function runUnderKey(
  { checkoutReplies, log }: Pick<UcpDeps, 'checkoutReplies' | 'log'>,
  held: { readonly client: string; readonly key: string },
  run: () => Promise<Carried>,
): Promise<CheckoutReply> {
  let carried: Carried | null = null
  try {
    carried = await run()
    return carried.reply
  } finally {
    const ended = carried?.isKept
      ? checkoutReplies.save(held, carried.reply)
      : checkoutReplies.release(held)
    await ended.catch((error: unknown) => log.warn('ucp.key_not_ended', { error }))
  }
}
