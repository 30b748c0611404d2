// What a customer is told next to the price of a line that was measured.
import { supportsNotes } from '../measurement/supports-text.ts'
import { type NotedLine, priceNoteOf } from '../pricing/price-note.ts'
import type { NewLine } from './order-lines.ts'

/** Sentences about its price, its volume, and how it is printed. */
export function lineNotes(
  line: NotedLine & Pick<NewLine, 'supports'>,
  volumeNotes: readonly string[] = [],
): readonly string[] {
  const note = priceNoteOf(line)
  return [...(note === null ? [] : [note]), ...volumeNotes, ...supportsNotes(line.supports ?? null)]
}
