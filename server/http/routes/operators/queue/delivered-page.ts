// /operator/delivered: shipped orders that the carriers report as delivered.
import { listDelivered } from '../../../../domain/carriers/track-parcels.ts'
import { deliveredPage } from '../../../../pages/operators/queue/delivered.tsx'
import { page } from '../../../middleware/page.ts'
import { viewers } from '../../../middleware/page-access.ts'

export const deliveredPages = [
  page({
    path: '/operator/delivered',
    access: viewers,
    show: async function showDelivered({ deps }, { caller: user }) {
      return deliveredPage({ user, parcels: await listDelivered(deps) })
    },
  }),
]
