// Reads the tracking of bought labels, and the refunds of voided ones, from the carrier service. The desk proposes the
// delivered orders; an operator confirms them.
import type { ParcelLabel } from './label.ts'
import type { CarrierDeps, DeliveredParcel, ShipmentState } from './ports.ts'
import { recordVoid } from './void-label.ts'

/** Maximum number of calls in one round. */
const readsPerRound = 10
/** Maximum number of orders on the page: as many as a bulk action takes. */
export const maxDelivered = 1000

type TrackDeps = Pick<CarrierDeps, 'carriers' | 'clock' | 'log' | 'orderWork' | 'parcelLabels'>

/** Stops between two calls when the process stops. The lease of the remaining labels expires. */
export async function trackParcels(deps: TrackDeps, stopping?: AbortSignal): Promise<void> {
  const { carriers, log, parcelLabels } = deps
  if (carriers === null) return
  for (const label of await parcelLabels.takeUntracked(readsPerRound)) {
    if (stopping?.aborted === true) return
    const { id, shipmentId } = label
    const state = await carriers.read(shipmentId)
    if (state.ok) {
      await recordState(deps, label, state.value)
      continue
    }
    log.warn('label.tracking_unread', { shipmentId, reason: state.failure.kind })
    await parcelLabels.recordTracking(id, null)
    // The service did not respond or limits the calls, so the other reads would fail as well.
    if (state.failure.kind !== 'carrier_refused') return
  }
}

async function recordState(
  deps: TrackDeps,
  label: ParcelLabel & { readonly code: string },
  { refund, tracking }: ShipmentState,
): Promise<void> {
  const { code, id, state } = label
  if (state === 'voided') {
    if (refund === null) return
    await deps.parcelLabels.recordRefund(id, refund)
    if (refund === 'rejected') deps.log.warn('label.refund_rejected', { code })
    return
  }
  // The response to the request of this refund was lost.
  const isVoided = refund !== null && refund !== 'rejected'
  if (isVoided) {
    await recordVoid(deps, label, { by: label.by, refund })
  } else {
    await deps.parcelLabels.recordTracking(id, tracking)
  }
}

export const listDelivered = ({
  parcelLabels,
}: Pick<CarrierDeps, 'parcelLabels'>): Promise<readonly DeliveredParcel[]> =>
  parcelLabels.listDelivered(maxDelivered)
