// Parts of the API reference that the support assistant may read: how prices are calculated, and the endpoints for
// customers. Endpoints for operators, for the farm and for the service itself are excluded.
import type { Passage } from '../../domain/support/help-index.ts'
import { type PriceRule, priceRules } from '../../pages/reference/prices.tsx'
import { endpointPaths, referencePages } from '../../pages/reference/reference-pages.tsx'
import type { Tag } from '../contract/contract.ts'
import { referenceOf } from './reference.ts'
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

export function referencePassages(document: OpenApiDocument): readonly Passage[] {
  const { paths } = document
  const endpointPath = endpointPaths(referencePages(referenceOf(document)))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const endpoints = operations
    .filter(({ tags }) => shownTags.some((tag) => tags.includes(tag)))
    .map(({ path, method, operationId, summary, description = '' }) => ({
      title: summary,
      path: endpointPath(operationId),
      text: toPlainText(`\`${method.toUpperCase()} ${path}\`: ${summary}. ${description}`),
      audience: 'programs' as const,
      keywords: 'api endpoint rest',
    }))
  return [...priceRules().map(priceRule), ...endpoints]
}

const priceRule = ({ id, title, text }: PriceRule): Passage => ({
  title: `Prices: ${title}`,
  path: `/docs/reference#${id}`,
  text: toPlainText(text),
  audience: 'programs',
})

const toPlainText = (text: string): string => text.replaceAll('`', '').replaceAll('\n\n', '\n')
