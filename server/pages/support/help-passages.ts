// Texts that the support assistant may read, split by heading: the questions of /help, and the pages on terms, privacy
// and refunds.
import type { Passage } from '../../domain/support/help-index.ts'
import { plainProse, sectionsOf } from '../../html/prose.ts'
import { type LegalTexts, legalPages, legalPath } from '../legal/legal-texts.ts'
import { sectionAnchors } from '../legal/markdown.tsx'
import { helpTopics } from './help-topics.ts'

export const helpPath = '/help'

export function customerPassages(texts: LegalTexts): readonly Passage[] {
  return [
    ...helpPassages(),
    ...(['terms', 'privacy', 'refunds'] as const).flatMap(passagesOf(texts)),
  ]
}

/** Returns the questions of /help with their answers as plain text. */
export const helpPassages = (): readonly Passage[] =>
  helpTopics().flatMap(({ articles }) =>
    articles.map(({ id, title, text, keywords = '' }) => ({
      title,
      path: `${helpPath}#${id}`,
      text: plainProse(text),
      audience: 'customers' as const,
      keywords,
    })),
  )

/** Returns a passage per heading that has text. */
const passagesOf =
  (texts: LegalTexts) =>
  (page: 'terms' | 'privacy' | 'refunds'): readonly Passage[] =>
    sectionsOf(texts[page], sectionAnchors()).flatMap(({ heading, text }) => {
      if (text === '') return []
      const name = legalPages[page]
      const place =
        heading === null
          ? { title: name, path: legalPath(page) }
          : { title: `${name}: ${heading.text}`, path: `${legalPath(page)}#${heading.anchor}` }
      return [{ ...place, text, audience: 'customers' as const }]
    })
