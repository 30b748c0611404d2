// Pictures of an order's parts for the desk, which shows many orders. Codes are not counted as guesses, and the route
// has a separate limit.
import { ok } from '../../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../../domain/limits/consume-rate-limit.ts'
import { findOrder } from '../../../../domain/orders/find-order.ts'
import { listLines } from '../../../../domain/orders/record/order-lines.ts'
import { lineOfPicture, readPartPicture } from '../../../../domain/orders/record/part-picture.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import { refusePicture } from '../../../refusals/refusal-of.ts'
import { privateForADay, sendDrawnPicture } from '../../../responses/picture.ts'

export const deskPictures = [
  page({ path: '/operator/orders/:code/pictures/:name', access: viewers, show: sendPicture }),
]

async function sendPicture(
  http: HttpContext,
  { request, params: { code, name }, caller }: Input<DeskViewer, 'code' | 'name'>,
): Promise<Response> {
  const { deps } = http
  const order = await findOrder(deps, code)
  if (order === null) return deskNotFound(caller, 'order')
  const line = lineOfPicture(await listLines(deps, order), name)
  if (line === undefined) return deskNotFound(caller, 'order')
  http.keepOpen?.(request)
  const picture = await readPartPicture(deps, line, async () => {
    const slot = await consumeRateLimit(deps, 'pictures-desk', caller.email)
    return slot.ok ? ok(undefined) : slot
  })
  if (!picture.ok) return refusePicture(picture.failure)
  // Parts of an order never change.
  return sendDrawnPicture(picture.value, privateForADay)
}
