// Reads the operator's own texts for the pages on terms, privacy, refunds and contact.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VisitorRetention } from '../domain/models/visitor-files.ts'
import { type LegalTexts, legalTextsFor } from '../pages/legal/legal-texts.ts'

/** `folder`: null for the default texts, which also stand in for files that are missing or empty. */
export function readLegalTexts(folder: string | null, retention: VisitorRetention): LegalTexts {
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
