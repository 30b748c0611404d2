// The support assistant's sources: texts of pages, never the operators' documents. They are indexed at the first question, because few
// processes receive one.
import { perTerms } from '../domain/catalog/terms.ts'
import { createHelpIndex, type HelpIndex } from '../domain/support/help-index.ts'
import { buildDocument } from '../http/openapi/document.ts'
import { referencePassages } from '../http/openapi/reference-passages.ts'
import type { LegalTexts } from '../pages/legal/legal-texts.ts'
import { customerPassages } from '../pages/support/help-passages.ts'

export function openHelp(texts: LegalTexts, baseUrl: string): HelpIndex {
  const index = perTerms(() =>
    createHelpIndex([...customerPassages(texts), ...referencePassages(buildDocument(baseUrl))]),
  )
  return { find: (question, limit) => index().find(question, limit) }
}
