// Pictures in the email that confirms an order.
import type { OrderId } from '../../base/ids/order-id.ts'
import type { MailAttachment } from '../../base/ports.ts'
import { admitAlways, pictureType } from '../../measurement/model-picture.ts'
import type { OrderDeps } from '../ports.ts'
import { listLines } from '../record/order-lines.ts'
import { hasPicture, readPartPicture } from '../record/part-picture.ts'

/** The order page shows the pictures of further parts. */
const maxPictures = 3

/** An email shows the picture small, and a picture is drawn for every order with a new model. */
const sizePx = 320

type Deps = Pick<
  OrderDeps,
  'orders' | 'orderLines' | 'objects' | 'temporaryFiles' | 'meshes' | 'drawings' | 'log'
>

/** Calls `send` with the pictures. Omits pictures that cannot be drawn now. */
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
