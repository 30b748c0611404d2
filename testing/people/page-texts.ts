// Texts that a reader sees or hears on a page.
import { textOf } from '../../server/html/prose.ts'

/** Code, which is the same in every language, and contents that browsers do not show. */
const hidden = /<(pre|code|script|style)\b[^>]*>.*?<\/\1>/gs
const readAttribute = /\b(?:alt|aria-label|placeholder|title)="([^"]*)"/g

/** Returns the texts between tags and those of attributes that are read, without numbers and repetitions. */
export function pageTextsOf(html: string): ReadonlySet<string> {
  const shown = html.replaceAll(hidden, '')
  const between = shown.replaceAll(/<[^>]*>/g, '\0').split('\0')
  const attributes = [...shown.matchAll(readAttribute)].map(([, text = '']) => text)
  const texts = [...between, ...attributes].map((text) => textOf(text).trim())
  return new Set(texts.filter((text) => /\p{L}/u.test(text)))
}
