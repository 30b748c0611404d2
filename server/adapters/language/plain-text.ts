// Cuts what a language model wrote to what a caller may be shown: one line, no control or direction characters, bounded.
import { cutText, storable } from '../../domain/base/text.ts'

export function plainText(text: string, maxCharacters: number): string {
  const line = storable(text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\s+/g, ' '))
  return cutText(line, maxCharacters).trim()
}

/** At most six entries of 200 characters; empty ones are dropped. */
export function plainList(entries: readonly string[]): readonly string[] {
  return entries
    .slice(0, 6)
    .map((entry) => plainText(entry, 200))
    .filter((entry) => entry !== '')
}
