// Reads the operator's texts for the pages on terms, privacy, refunds and contact, and for receipts.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { branding } from '../../domain/branding/branding.ts'
import {
  type LegalPage,
  type LegalTexts,
  legalTextsFor,
  type Retention,
} from '../../pages/legal/legal-texts.ts'

/** Reads the texts. A null `folder` means the default texts, which also replace missing or empty files. */
export function readLegalTexts(folder: string | null, retention: Retention): LegalTexts {
  const defaults = legalTextsFor(retention)
  const textOf = (page: keyof LegalTexts): string => {
    const path = join(folder ?? '', `${page}.md`)
    const text = folder !== null && existsSync(path) ? readFileSync(path, 'utf8') : ''
    return text.trim() === '' ? defaults[page] : text
  }
  return replacedByDesk({
    terms: textOf('terms'),
    privacy: textOf('privacy'),
    refunds: textOf('refunds'),
    contact: textOf('contact'),
  })
}

/** Returns the texts, each replaced by the one that operators have saved on the desk, as soon as there is one. */
function replacedByDesk(texts: LegalTexts): LegalTexts {
  const shown = (page: LegalPage): string => branding().texts[page] ?? texts[page]
  return {
    get terms() {
      return shown('terms')
    },
    get privacy() {
      return shown('privacy')
    },
    get refunds() {
      return shown('refunds')
    },
    get contact() {
      return shown('contact')
    },
  }
}

/** Returns the seller: the lines saved on the desk, or those of `seller.txt`. Empty if there are neither. */
export function readSeller(folder: string | null): () => readonly string[] {
  const lines = readSellerFile(folder)
  return () => {
    const { seller } = branding()
    return seller.length === 0 ? lines : seller
  }
}

/**
 * Returns the seller that receipts and invoices state. Without one, the shop's name and its website: an issued document
 * is a copy, so it keeps the name that the shop had. Empty if the shop has no name either.
 */
export function sellerOnDocuments(seller: readonly string[], baseUrl: string): readonly string[] {
  const { name } = branding()
  return seller.length > 0 || name === null ? seller : [name, new URL(baseUrl).host]
}

/** Returns the lines of `seller.txt`: the seller's name, address and tax number. Empty without the file. */
export function readSellerFile(folder: string | null): readonly string[] {
  const path = join(folder ?? '', 'seller.txt')
  if (folder === null || !existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
