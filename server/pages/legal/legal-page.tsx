// /terms, /privacy and /refunds.
import { Html } from '@elysiajs/html'
import { pageResponse } from '../base/layout.tsx'
import { type LegalPage, type LegalTexts, legalPages } from './legal-texts.ts'
import { Markdown } from './markdown.tsx'

export function legalPage(
  page: Exclude<LegalPage, 'contact'>,
  texts: LegalTexts,
): Promise<Response> {
  return pageResponse({
    title: legalPages[page],
    body: (
      <article class="legal">
        <Markdown text={texts[page]} />
      </article>
    ),
  })
}
