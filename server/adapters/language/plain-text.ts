// Reduces a language model's text to what callers may see: one line of limited length, without control and direction characters.
import { cutText, toStorable } from '../../domain/base/text/text.ts'

export function plainText(text: string, maxCharacters: number): string {
  const line = toStorable(text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\s+/g, ' '))
  return cutText(line, maxCharacters).trim()
}

/** Keeps at most six entries of 200 characters and drops empty ones. */
export function plainList(entries: readonly string[]): readonly string[] {
  return entries
    .slice(0, 6)
    .map((entry) => plainText(entry, 200))
    .filter((entry) => entry !== '')
}
