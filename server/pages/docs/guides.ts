// The guides: one Markdown file each under docs/guides, which a code host shows as well. In the sources the service is at
// http://localhost:3000, as `npm start` runs it; pages name their own address.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../../..')

/** In the order in which they are read. A name is that of the file and of the page. */
export const guideSections = [
  { title: 'Start', names: ['first-order', 'going-live'] },
  {
    title: 'Orders',
    names: ['quote-then-order', 'follow-orders', 'sliced-files', 'generate-and-print'],
  },
  { title: 'Reliability', names: ['errors', 'idempotency', 'limits'] },
  { title: 'Agents', names: ['agents'] },
] as const

export type GuideName = (typeof guideSections)[number]['names'][number]

export type Guide = {
  readonly name: GuideName
  readonly title: string
  /** The first paragraph, as Markdown. */
  readonly summary: string
  readonly markdown: string
}

const sourceAddress = 'http://localhost:3000'

/** Every guide, in order, with the address of this service. */
export const readGuides = (baseUrl: string): readonly Guide[] =>
  guideSections.flatMap(({ names }) => names.map((name) => readGuide(name, baseUrl)))

function readGuide(name: GuideName, baseUrl: string): Guide {
  const source = readFileSync(join(root, 'docs/guides', `${name}.md`), 'utf8')
  const markdown = source.replaceAll(sourceAddress, baseUrl)
  const [heading = '', summary = ''] = markdown.split('\n\n')
  return {
    name,
    title: heading.replace(/^# /, ''),
    summary: summary.replaceAll('\n', ' '),
    markdown,
  }
}

export const readChangelog = (): string => readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
