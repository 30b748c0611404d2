// Notice on pages that could not reach the card processor and show the last known state.
import { Notice } from '../../html/notice.tsx'

export function BusyNotice() {
  return (
    <Notice
      kind="warning"
      text="We cannot check with the card processor right now because too many orders are being checked. This page shows the last known state; reload it in a minute."
    />
  )
}
