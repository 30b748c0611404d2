// The API reference as Markdown.
import { priceRules } from '../../pages/reference/prices.tsx'
import type { ReferencePage } from '../../pages/reference/reference.tsx'
import type { Endpoint, Reference, ReferenceField } from '../../pages/reference/reference-model.ts'

/** Returns the rules common to all endpoints, the prices, and a list of the endpoints. */
export function referenceMarkdown(
  { title, description, credentials }: Reference,
  pages: readonly ReferencePage[],
  baseUrl: string,
): string {
  return [
    `# ${title}`,
    description,
    `Base address: ${baseUrl}`,
    '## Credentials',
    credentials.map(({ name, text }) => `- \`${name}\`: ${text}`).join('\n'),
    '## Prices',
    ...priceRules().flatMap((rule) => [`### ${rule.title}`, rule.text]),
    ...[...Map.groupBy(pages, ({ audience }) => audience)].flatMap(([audience, group]) => [
      `## ${audience}`,
      ...group.flatMap(listBlocks),
    ]),
  ].join('\n\n')
}

const listBlocks = ({ name, title, text, endpoints }: ReferencePage): readonly string[] => [
  `### [${title}](${name}.md)`,
  text,
  endpoints.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`).join('\n'),
]

export const endpointsMarkdown = ({ title, text, endpoints }: ReferencePage): string =>
  [`# ${title}`, text, ...endpoints.flatMap(endpointBlocks)].join('\n\n')

function endpointBlocks(endpoint: Endpoint): readonly string[] {
  const { method, path, summary, description, deprecated, credentials, bodyText } = endpoint
  const needs = credentials.length === 0 ? 'No credentials.' : `Needs: ${credentials.join(' or ')}.`
  return [
    `## ${summary}${deprecated ? ' (deprecated)' : ''}`,
    `\`${method} ${path}\`. ${needs}`,
    description,
    ...fieldBlocks('Parameters', endpoint.parameters),
    ...endpoint.bodies.flatMap(({ type, fields }) => fieldBlocks(`Body, ${type}`, fields)),
    bodyText,
    ...endpoint.commands.map((command) => block('sh', command)),
    ...endpoint.answers.flatMap(({ status, text, headers, fields, example }) => [
      `${status}: ${text}`,
      ...fieldBlocks('Headers', headers),
      ...fieldBlocks('Response', fields),
      ...(example === null ? [] : [block('json', example)]),
    ]),
    ...refusalBlocks(endpoint.refusals),
  ].filter((text) => text !== '')
}

function fieldBlocks(title: string, fields: readonly ReferenceField[]): readonly string[] {
  if (fields.length === 0) return []
  const lines = fields.map(({ name, type, required, fallback, text }) => {
    const words = [type, required ? 'required' : '', fallback === null ? '' : `default ${fallback}`]
    return `- \`${name}\` (${words.filter((word) => word !== '').join(', ')})${text === '' ? '' : `: ${text}`}`
  })
  return [`${title}:`, lines.join('\n')]
}

function refusalBlocks(refusals: Endpoint['refusals']): readonly string[] {
  if (refusals.length === 0) return []
  return [
    'Errors:',
    refusals.map(({ status, code, sentence }) => `- ${status} ${code}: ${sentence}`).join('\n'),
  ]
}

const block = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``
