// The parts of the API reference that the support assistant may read: how prices come about, and the endpoints of customers. Those of
// operators, of the farm and of the service itself are left out.
import type { Passage } from '../../domain/support/help-index.ts'
import { priceRules } from '../../pages/reference/prices.tsx'
import type { Tag } from '../contract/contract.ts'
import type { OpenApiDocument } from './types.ts'

const shownTags: readonly Tag[] = [
  'Orders',
  'Price',
  'Website',
  'Slicing',
  'Generation',
  'Agents',
  'Account',
  'Sign-in',
]

export function referencePassages({ paths }: Pick<OpenApiDocument, 'paths'>): readonly Passage[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const endpoints = operations
    .filter(({ tags }) => shownTags.some((tag) => tags.includes(tag)))
    .map(({ path, method, operationId, summary, description = '' }) => ({
      title: summary,
      path: `/docs/reference#${operationId}`,
      text: plain(`\`${method.toUpperCase()} ${path}\`: ${summary}. ${description}`),
      audience: 'programs' as const,
      keywords: 'api endpoint rest',
    }))
  return [...priceRules.map(priceRule), ...endpoints]
}

const priceRule = ({ id, title, text }: (typeof priceRules)[number]): Passage => ({
  title: `Prices: ${title}`,
  path: `/docs/reference#${id}`,
  text: plain(text),
  audience: 'programs',
})

const plain = (text: string): string => text.replaceAll('`', '').replaceAll('\n\n', '\n')
