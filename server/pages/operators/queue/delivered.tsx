// /operator/delivered: shipped orders that the carriers report as delivered, to be marked in one bulk action.
import type { DeliveredParcel } from '../../../domain/carriers/ports.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Hidden } from '../../../html/form-fields.tsx'
import { type DeskUser, deskScreen } from '../parts/desk-page.tsx'
import { orderPath } from '../parts/order-path.ts'

export const deliveredPath = '/operator/delivered'

type DeliveredView = {
  readonly user: DeskUser
  readonly parcels: readonly DeliveredParcel[]
}

export function deliveredPage({ user, parcels }: DeliveredView): Response {
  const marks = user.role === 'operator' && parcels.length > 0
  return deskScreen({
    user,
    tab: 'queue',
    title: 'Delivered',
    body: (
      <form method="post" action="/operator/bulk">
        {marks ? <Hidden name="action" value="deliver" /> : ''}
        <DataTable
          caption="Shipped orders whose parcel the carrier has delivered"
          empty="No shipped order is reported as delivered. The carriers’ reports are read every two hours."
          rows={parcels}
          columns={[
            {
              label: 'Order',
              cell: ({ code, version }) => (
                <>
                  {marks ? (
                    <input
                      type="checkbox"
                      name="pick"
                      value={`${code}:${version}`}
                      checked
                      aria-label={`Select ${code}`}
                    />
                  ) : (
                    ''
                  )}{' '}
                  <a href={orderPath(code)}>{code}</a>
                </>
              ),
            },
            { label: 'Carrier', text: ({ carrier }) => carrier },
            { label: 'Tracking number', text: ({ number }) => number },
          ]}
        />
        {marks ? <button type="submit">Mark as delivered</button> : ''}
      </form>
    ),
  })
}
