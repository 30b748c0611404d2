// Keeps order codes from being guessed: after too many codes that do not exist, a client address gets a refusal page.
import { createMissLimit, type MissLimit } from '../../domain/limits/miss-limit.ts'
import type { LimitScope } from '../../domain/limits/table.ts'
import { orderNotFoundPage } from '../../pages/base/not-found.tsx'
import { tooManyCodesPage } from '../../pages/orders/too-many.tsx'
import type { HttpContext } from './context.ts'

export type CodeGuesses = {
  /** The counter, for requests that no page responds to. */
  readonly misses: MissLimit
  /** Runs a page, or returns 429 for an address that has used up its wrong codes. */
  readonly unlessGuessing: (request: Request, run: () => Promise<Response>) => Promise<Response>
  /** Counts a wrong code: 404, or 429 for one too many. */
  readonly notFound: (request: Request) => Promise<Response>
}

/** `scope`: the limit that counts the wrong codes of these pages. */
export function limitCodeGuesses(
  deps: HttpContext['deps'],
  scope: LimitScope,
  clientAddress: (request: Request) => string,
): CodeGuesses {
  const misses = createMissLimit(deps, scope)
  return {
    misses,
    unlessGuessing: async (request, run) => {
      const refusal = misses.refusal(clientAddress(request))
      if (refusal === null) return run()
      // Known without a look at the shared counter, which counts the other refusals.
      deps.meter.count('rate_limit_refusals_total', { scope })
      return tooManyCodesPage(refusal)
    },
    notFound: async (request) => {
      const counted = await misses.miss(clientAddress(request))
      return counted.ok ? orderNotFoundPage() : tooManyCodesPage(counted.failure)
    },
  }
}
