// The texts that the support assistant may read, split by heading: the questions of /help, and the pages on terms, privacy and refunds.
import type { Passage } from '../../domain/support/help-index.ts'
import { type LegalTexts, legalPages, legalPath } from '../legal/legal-texts.ts'
import { type BlockProps, blocksOf, wordsOf } from '../legal/markdown-blocks.ts'
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
      text: plainText(blocksOf(text)),
      audience: 'customers' as const,
      keywords,
    })),
  )

/** A passage for each heading that has a text of its own. */
const passagesOf =
  (texts: LegalTexts) =>
  (page: 'terms' | 'privacy' | 'refunds'): readonly Passage[] => {
    const sections: { title: string; path: string; blocks: BlockProps[] }[] = [
      { title: legalPages[page], path: legalPath(page), blocks: [] },
    ]
    for (const block of blocksOf(texts[page])) {
      if (block.kind !== 'h2' && block.kind !== 'h3') sections.at(-1)?.blocks.push(block)
      else {
        const title = `${legalPages[page]}: ${wordsOf(block.text)}`
        sections.push({ title, path: `${legalPath(page)}#${block.id}`, blocks: [] })
      }
    }
    return sections.flatMap(({ blocks, ...section }) => {
      const text = plainText(blocks.filter(({ kind }) => kind !== 'h1'))
      return text === '' ? [] : [{ ...section, text, audience: 'customers' as const }]
    })
  }

const plainText = (blocks: readonly BlockProps[]): string =>
  blocks
    .map((block) =>
      block.kind === 'list'
        ? block.items.map((item) => `- ${wordsOf(item)}`).join('\n')
        : wordsOf(block.text),
    )
    .join('\n')
