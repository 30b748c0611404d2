// Reads the operator's own texts for the pages on terms, privacy, refunds and contact, and for receipts.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LegalTexts, legalTextsFor, type Retention } from '../pages/legal/legal-texts.ts'

/** `folder`: null for the default texts, which also stand in for files that are missing or empty. */
export function readLegalTexts(folder: string | null, retention: Retention): LegalTexts {
  const defaults = legalTextsFor(retention)
  if (folder === null) return defaults
  const textOf = (page: keyof LegalTexts): string => {
    const path = join(folder, `${page}.md`)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    return text.trim() === '' ? defaults[page] : text
  }
  return {
    terms: textOf('terms'),
    privacy: textOf('privacy'),
    refunds: textOf('refunds'),
    contact: textOf('contact'),
  }
}

/** The lines of `seller.txt` for receipts: the name, the address and the tax number of the seller. Empty without the file. */
export function readSeller(folder: string | null): readonly string[] {
  const path = join(folder ?? '', 'seller.txt')
  if (folder === null || !existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
