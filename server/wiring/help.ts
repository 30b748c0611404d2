// What the support assistant may read: texts of pages, never the operators' documents. Indexed at the first question, because few
// processes get one.
import { createHelpIndex, type HelpIndex } from '../domain/support/help-index.ts'
import { buildDocument } from '../http/openapi/document.ts'
import { referencePassages } from '../http/openapi/reference-passages.ts'
import type { LegalTexts } from '../pages/legal/legal-texts.ts'
import { customerPassages } from '../pages/support/help-passages.ts'

export function openHelp(texts: LegalTexts, baseUrl: string): HelpIndex {
  let index: HelpIndex | null = null
  return {
    find: (question, limit) => {
      index ??= createHelpIndex([
        ...customerPassages(texts),
        ...referencePassages(buildDocument(baseUrl)),
      ])
      return index.find(question, limit)
    },
  }
}
