// Reads the operator's own texts for the pages on terms, privacy, refunds and contact.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLegalTexts, type LegalTexts } from '../pages/legal/legal-texts.ts'

/** `folder`: null for the default texts, which also stand in for files that are missing or empty. */
export function readLegalTexts(folder: string | null): LegalTexts {
  if (folder === null) return defaultLegalTexts
  const textOf = (page: keyof LegalTexts): string => {
    const path = join(folder, `${page}.md`)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    return text.trim() === '' ? defaultLegalTexts[page] : text
  }
  return {
    terms: textOf('terms'),
    privacy: textOf('privacy'),
    refunds: textOf('refunds'),
    contact: textOf('contact'),
  }
}
