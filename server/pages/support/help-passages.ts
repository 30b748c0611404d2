// The texts that the support assistant may read, split by heading: the questions of /help, and the pages on terms, privacy and refunds.
import type { Passage } from '../../domain/support/help-index.ts'
import { plainProse } from '../../html/prose.ts'
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

const helpPassages = (): readonly Passage[] =>
  helpTopics.flatMap(({ articles }) =>
    articles.map(({ id, title, text, keywords = '' }) => ({
      title,
      path: `${helpPath}#${id}`,
      text: plainProse(text),
      audience: 'customers' as const,
      keywords,
    })),
  )

/** A passage for each heading that has a text of its own. */
const passagesOf =
  (texts: LegalTexts) =>
  (page: 'terms' | 'privacy' | 'refunds'): readonly Passage[] => {
    const anchorOf = sectionAnchors()
    return texts[page].split(/^(?=#{1,3} )/m).flatMap((section) => {
      const [line = '', marks = '', words = ''] = /^(#{1,3}) (.+)/.exec(section) ?? []
      const heading = plainProse(words)
      const isTitle = marks.length < 2
      const path = isTitle ? legalPath(page) : `${legalPath(page)}#${anchorOf(heading)}`
      const title = isTitle ? legalPages[page] : `${legalPages[page]}: ${heading}`
      const text = plainProse(section.slice(line.length))
      return text === '' ? [] : [{ title, path, text, audience: 'customers' as const }]
    })
  }
