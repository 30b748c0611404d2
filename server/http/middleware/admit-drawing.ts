// Rate limit of pictures that have to be drawn.
import { ok, type Result } from '../../domain/base/result.ts'
import { consumeRateLimit } from '../../domain/limits/consume-rate-limit.ts'
import type { LimitFailure } from '../../domain/limits/failure.ts'
import type { HttpContext } from './context.ts'

/** Counts drawings per account, or per client address for visitors without a session. */
export const admitDrawing =
  ({ deps, authenticate, clientAddress }: HttpContext, request: Request) =>
  async (): Promise<Result<void, LimitFailure>> => {
    const caller = await authenticate(request, ['session'])
    const slot =
      caller === null
        ? await consumeRateLimit(deps, 'pictures-anonymous', clientAddress(request))
        : await consumeRateLimit(deps, 'pictures-signed-in', caller.email)
    return slot.ok ? ok(undefined) : slot
  }
