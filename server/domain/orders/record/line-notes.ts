// Notes for a customer next to the price of a measured line.
import { supportsNotes } from '../../measurement/supports-text.ts'
import { type NotedLine, priceNoteOf } from '../../pricing/price-note.ts'
import type { NewLine } from './order-lines.ts'

/** Returns sentences about its price, its volume, and how it is printed. */
export function lineNotes(
  line: NotedLine & Pick<NewLine, 'supports'>,
  volumeNotes: readonly string[] = [],
): readonly string[] {
  const note = priceNoteOf(line)
  return [...(note === null ? [] : [note]), ...volumeNotes, ...supportsNotes(line.supports ?? null)]
}
