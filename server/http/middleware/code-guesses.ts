// Keeps order codes from being guessed: after too many codes that do not exist, a client address gets a refusal page for every code
// that it has not proved to know. It has proved to know the orders of the signed-in account, and codes that it has
// entered correctly before.

import { createMissLimit, type MissLimit } from '../../domain/limits/miss-limit.ts'
import type { SeenCodes } from '../../domain/limits/seen-codes.ts'
import type { LimitScope } from '../../domain/limits/table.ts'
import { isPlausibleCode } from '../../domain/orders/code.ts'
import { orderNotFoundPage } from '../../pages/base/not-found.tsx'
import { tooManyCodesPage } from '../../pages/orders/too-many.tsx'
import type { HttpContext } from './context.ts'

export type CodeGuesses = {
  /** The counter, for requests to which no page responds. */
  readonly misses: MissLimit
  /** Codes that were right from an address before; looking up any other code counts toward a limit of its own. */
  readonly seenCodes: SeenCodes
  /**
   * Runs the page of a code, or returns 429 for an address that has used up its wrong codes. Existing and other codes get the same
   * refusal.
   */
  readonly unlessGuessing: (
    request: Request,
    code: string,
    run: () => Promise<Response>,
  ) => Promise<Response>
  /** Remembers that the code was right from the address. */
  readonly remember: (request: Request, code: string) => Promise<void>
  /** Counts a wrong code: 404, or 429 for one too many. */
  readonly notFound: (request: Request) => Promise<Response>
}

type GuessDeps = Pick<HttpContext, 'deps' | 'authenticate' | 'clientAddress'> & {
  readonly seenCodes: SeenCodes
}

/** `scope`: the limit that counts the wrong codes of these pages. */
export function limitCodeGuesses(context: GuessDeps, scope: LimitScope): CodeGuesses {
  const { deps, clientAddress, seenCodes } = context
  const misses = createMissLimit(deps, scope)
  // Otherwise those codes could be guessed without a limit from the networks of their orders.
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
      // The refusal is known without reading the shared counter, which counts the other refusals.
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

/** Reads with one query, which does not find an order of another account. */
async function isOwners(
  { deps, authenticate }: GuessDeps,
  request: Request,
  code: string,
): Promise<boolean> {
  const caller = await authenticate(request, ['session'])
  return caller !== null && (await deps.orders.readOwned(caller.accountId, code)) !== null
}
