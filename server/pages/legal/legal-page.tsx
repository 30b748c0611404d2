// /terms, /privacy and /refunds.
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { type LegalPage, type LegalTexts, legalPages } from './legal-texts.ts'
import { Markdown } from './markdown.tsx'

export function legalPage(
  page: Exclude<LegalPage, 'contact'>,
  texts: LegalTexts,
  visitor: PageVisitor,
): Response {
  return pageResponse({
    title: legalPages[page],
    visitor,
    body: (
      <article class="legal">
        <Markdown text={texts[page]} />
      </article>
    ),
  })
}
