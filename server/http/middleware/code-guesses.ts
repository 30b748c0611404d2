// Prevents guessing of order codes. After too many codes that do not exist, a client address gets a refusal page for
// every code that it has not proved to know. Proven codes are those of the signed-in account's orders and codes that
// the address entered correctly before.

import { createMissLimit, type MissLimit } from '../../domain/limits/miss-limit.ts'
import type { SeenCodes } from '../../domain/limits/seen-codes.ts'
import type { LimitScope } from '../../domain/limits/table.ts'
import { isPlausibleCode } from '../../domain/orders/record/code.ts'
import { orderNotFoundPage } from '../../pages/base/not-found.tsx'
import { tooManyCodesPage } from '../../pages/orders/too-many.tsx'
import type { HttpContext } from './context.ts'

export type CodeGuesses = {
  /** Counter for requests that no page responds to. */
  readonly misses: MissLimit
  /** Codes that an address entered correctly before. Lookups of any other code count toward a separate limit. */
  readonly seenCodes: SeenCodes
  /**
   * Runs the page of a code, or returns 429 for an address that has used up its wrong codes. The refusal does not
   * depend on whether the code exists.
   */
  readonly unlessGuessing: (
    request: Request,
    code: string,
    run: () => Promise<Response>,
  ) => Promise<Response>
  /** Remembers that the address entered the code correctly. */
  readonly remember: (request: Request, code: string) => Promise<void>
  /** Counts a wrong code. Returns 404, or 429 beyond the limit. */
  readonly notFound: (request: Request) => Promise<Response>
}

type GuessDeps = Pick<HttpContext, 'deps' | 'authenticate' | 'clientAddress'> & {
  readonly seenCodes: SeenCodes
}

/** Creates the limiter. `scope` is the limit that counts the wrong codes of these pages. */
export function limitCodeGuesses(context: GuessDeps, scope: LimitScope): CodeGuesses {
  const { deps, clientAddress, seenCodes } = context
  const misses = createMissLimit(deps, scope)
  // Otherwise, these codes could be guessed without a limit from the networks of their orders.
  const furtherMisses = createMissLimit(deps, 'seen-code-misses')
  const wasSeen = async (address: string, code: string): Promise<boolean> => {
    if (furtherMisses.refusal(address) !== null) return false
    if (await seenCodes.wasRight(address, code)) return true
    await furtherMisses.miss(address)
    return false
  }
  return {
    misses,
    seenCodes: { wasRight: wasSeen, remember: seenCodes.remember },
    unlessGuessing: async (request, code, run) => {
      const address = clientAddress(request)
      const refusal = misses.refusal(address)
      if (refusal === null) return await run()
      if (isPlausibleCode(code)) {
        if (await isOwners(context, request, code)) return await run()
        if (await wasSeen(address, code)) return await run()
      }
      // Refuses without reading the shared counter, which counts the other refusals.
      deps.meter.count('rate_limit_refusals_total', { scope })
      return tooManyCodesPage(refusal)
    },
    remember: (request, code) => seenCodes.remember(clientAddress(request), code),
    notFound: async (request) => {
      const counted = await misses.miss(clientAddress(request))
      return counted.ok ? orderNotFoundPage() : tooManyCodesPage(counted.failure)
    },
  }
}

/** Whether the caller owns the order. Uses a single query that does not find orders of other accounts. */
async function isOwners(
  { deps, authenticate }: GuessDeps,
  request: Request,
  code: string,
): Promise<boolean> {
  const caller = await authenticate(request, ['session'])
  return caller !== null && (await deps.orders.readOwned(caller.accountId, code)) !== null
}
