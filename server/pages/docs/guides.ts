// Guides: one Markdown file each under docs/guides, readable on a code host as well. The sources use
// http://localhost:3000, the address of `npm start`. Pages replace it with the address of the service.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  domesticPostage,
  internationalPostage,
  ownPostages,
} from '../../domain/catalog/countries.ts'
import { contractTerms } from '../../domain/catalog/terms.ts'
import { customColorRateText } from '../../domain/pricing/custom-color.ts'
import { minimumCentsPerPart } from '../../domain/pricing/subtotal.ts'
import { money, shortMoney } from '../base/money.ts'

const root = join(import.meta.dir, '../../..')

/** In reading order. Each name is the name of both the file and the page. */
export const guideSections = [
  { title: 'Start', names: ['first-order', 'going-live', 'generated-clients'] },
  {
    title: 'Orders',
    names: ['quote-then-order', 'follow-orders', 'sliced-files', 'generate-and-print'],
  },
  { title: 'Reliability', names: ['errors', 'idempotency', 'limits'] },
  { title: 'Agents', names: ['agents', 'ucp'] },
] as const

export type GuideName = (typeof guideSections)[number]['names'][number]

export type Guide = {
  readonly name: GuideName
  readonly title: string
  /** First paragraph, as Markdown. */
  readonly summary: string
  readonly markdown: string
}

const sourceAddress = 'http://localhost:3000'

/** Returns every guide, in order, with the address of this service. */
export const readGuides = (baseUrl: string): readonly Guide[] =>
  guideSections.flatMap(({ names }) => names.map((name) => readGuide(name, baseUrl)))

function readGuide(name: GuideName, baseUrl: string): Guide {
  const source = readFileSync(join(root, 'docs/guides', `${name}.md`), 'utf8')
  const markdown = withOwnPrices(source.replaceAll(sourceAddress, baseUrl))
  const [heading = '', summary = ''] = markdown.split('\n\n')
  return {
    name,
    title: heading.replace(/^# /, ''),
    summary: summary.replaceAll('\n', ' '),
    markdown,
  }
}

/** Prices in the guides: the text in the source, and its replacement under the current terms. */
export const priceRules: readonly (readonly [inSource: string, inForce: () => string])[] = [
  ['A part costs at least $1.00,', () => `A part costs at least ${money(minimumCentsPerPart())},`],
  [
    'postage within the US is $7.',
    () => `postage within the US is ${shortMoney(domesticPostage().flatCents)}.`,
  ],
  [
    'postage to `subtotal` instead, $30, or nothing from a subtotal of $500.',
    () => `postage to \`subtotal\` instead, ${postageAbroad()}.`,
  ],
  [
    `for a stock color, ${money(contractTerms.customColorCentsPerGram)} per gram`,
    () => `for a stock color, ${customColorRateText()} per gram`,
  ],
  ['at least $1.00 per part |', () => `at least ${money(minimumCentsPerPart())} per part |`],
]

function postageAbroad(): string {
  const { flatCents, freeFromCents } = internationalPostage()
  const common = `${shortMoney(flatCents)}, or nothing from a subtotal of ${shortMoney(freeFromCents)}`
  const own = ownPostages().map(([country, each]) => `${shortMoney(each.flatCents)} to ${country}`)
  return [common, ...own].join(', ')
}

const withOwnPrices = (markdown: string): string =>
  priceRules.reduce((text, [inSource, inForce]) => text.replaceAll(inSource, inForce), markdown)

/** Returns the changes that callers notice, by day. CHANGELOG.md also has those for operators and developers. */
export const readChangelog = (baseUrl: string): string =>
  readFileSync(join(root, 'docs/guides/changelog.md'), 'utf8').replaceAll(sourceAddress, baseUrl)
