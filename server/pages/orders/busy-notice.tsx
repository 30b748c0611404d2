// Notice on pages that could not reach the card processor and show the last known state.
import { Notice } from '../../html/notice.tsx'
import type { Words } from '../languages/words.ts'

export const BusyNotice = ({ words }: { readonly words: Words }) => (
  <Notice kind="warning" text={words.text('order.busy')} />
)
