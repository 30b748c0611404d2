// The pictures that go with the mail that confirms an order.
import type { OrderId } from '../../base/order-id.ts'
import type { MailAttachment } from '../../base/ports.ts'
import { admitAlways, pictureType } from '../../measurement/model-picture.ts'
import { listLines } from '../order-lines.ts'
import { hasPicture, readPartPicture } from '../part-picture.ts'
import type { OrderDeps } from '../ports.ts'

/** The order's page shows the pictures of further parts. */
const maxPictures = 3

/** A mail shows it small, and every order with a new model has one drawn. */
const sizePx = 320

type Deps = Pick<
  OrderDeps,
  'orders' | 'orderLines' | 'objects' | 'temporaryFiles' | 'meshes' | 'drawings' | 'log'
>

/** Calls `send` with the pictures. A picture that cannot be drawn now is left out. */
export async function withConfirmationPictures(
  deps: Deps,
  orderId: OrderId,
  send: (pictures: readonly MailAttachment[]) => Promise<void>,
): Promise<void> {
  const order = await deps.orders.readReferenced({ orderId, orderCode: '' })
  const lines = order === null ? [] : await listLines(deps, order)
  const pictures: MailAttachment[] = []
  for (const line of lines.filter(hasPicture).slice(0, maxPictures)) {
    const picture = await readPartPicture(deps, line, admitAlways, { sizePx })
    if (!picture.ok) continue
    const content = picture.value
    pictures.push({ fileName: `part-${line.place}.png`, contentType: pictureType, content })
  }
  await send(pictures)
}
