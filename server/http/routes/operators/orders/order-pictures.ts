// Pictures of an order's parts for the desk, which looks at many orders: no guess of a code is counted, and the limit is its own.
import { ok } from '../../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../../domain/limits/consume-rate-limit.ts'
import { findOrder } from '../../../../domain/orders/find-order.ts'
import { listLines } from '../../../../domain/orders/order-lines.ts'
import { readPartPicture } from '../../../../domain/orders/part-picture.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskReader, viewers } from '../../../middleware/page-access.ts'
import type { Input } from '../../../middleware/route.ts'
import { refusePicture } from '../../../refusals/refusal-of.ts'
import { sendDrawnPicture } from '../../../responses/picture.ts'

export const deskPictures = [
  page({ path: '/operator/orders/:code/pictures/:name', access: viewers, show: sendPicture }),
]

async function sendPicture(
  http: HttpContext,
  { request, params: { code, name }, caller }: Input<DeskReader, 'code' | 'name'>,
): Promise<Response> {
  const { deps } = http
  const order = await findOrder(deps, code)
  if (order === null) return deskNotFound(caller, 'order')
  const place = /^(\d{1,2})\.png$/.exec(name)?.[1]
  const line = (await listLines(deps, order)).find((each) => String(each.place) === place)
  if (line === undefined) return deskNotFound(caller, 'order')
  http.keepOpen?.(request)
  const picture = await readPartPicture(deps, line, async () => {
    const slot = await consumeRateLimit(deps, 'pictures-desk', caller.email)
    return slot.ok ? ok(undefined) : slot
  })
  if (!picture.ok) return refusePicture(picture.failure)
  // The part of an order never changes.
  return sendDrawnPicture(picture.value, { 'cache-control': 'private, max-age=86400' })
}
