// The sentence of a note that was not saved because an earlier one is final.
import { quoteReason } from '../../domain/base/text/text.ts'
import type { FirstNote } from '../../domain/orders/reversals/first-note.ts'

export const firstNoteText = ({ note, by }: FirstNote): string =>
  `${by ?? 'An operator'} noted before: ${quoteReason(note)}. Your note was not saved.`
