// On pages that could not ask the card processor: what they show is the last known state.
import { Html } from '@elysiajs/html'
import { Notice } from '../base/layout.tsx'

export function BusyNotice() {
  return (
    <Notice
      kind="warning"
      text="We cannot ask the card processor right now, because too many orders are being looked up. This is the last known state; look again in a minute."
    />
  )
}
