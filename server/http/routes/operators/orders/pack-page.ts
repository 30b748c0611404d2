// /operator/pack/{code}: an order as it is packed. The QR code of its packing slip opens this page.
import { ok } from '../../../../domain/base/result.ts'
import { prepareOffer } from '../../../../domain/carriers/offer-label.ts'
import { readOrderForOperators } from '../../../../domain/orders/read/operator-orders.ts'
import { isShipped } from '../../../../domain/orders/record/tracking.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import { page } from '../../../middleware/page.ts'
import { viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { info, problem } from '../forms/desk-list.ts'
import { showPack } from './show-pack.ts'

export const packPages = [
  page({
    path: '/operator/pack/:code',
    access: viewers,
    show: async function showPacking(http, { params, query, caller: user }) {
      const order = await readOrderForOperators(http.deps, params.code)
      if (!order.ok) return deskNotFound(user, 'order')
      const isSaved = query['saved'] === '1' && isShipped(order.value.status)
      // Rates are a reading at the carriers, kept for a day. Viewers start none.
      const offer =
        user.role === 'operator' ? await prepareOffer(http.deps, user.email, order.value) : ok(null)
      return await showPack(http, order.value, {
        user,
        ...(isSaved && { notice: info('Saved. Take the next parcel.') }),
        ...(!offer.ok && {
          notice: problem(`No label is offered. ${refusalOf(offer.failure).error}`),
        }),
      })
    },
  }),
]
