// The API reference as Markdown.
import { priceRules } from '../../pages/reference/prices.tsx'
import type { Endpoint, Field, Reference } from '../../pages/reference/reference-model.ts'

export function referenceMarkdown(reference: Reference, baseUrl: string): string {
  const { title, description, credentials, sections } = reference
  return [
    `# ${title}`,
    description,
    `Base address: ${baseUrl}`,
    '## Credentials',
    credentials.map(({ name, text }) => `- \`${name}\`: ${text}`).join('\n'),
    '## Prices',
    ...priceRules.flatMap((rule) => [`### ${rule.title}`, rule.text]),
    ...sections.flatMap(({ name, text, endpoints }) => [
      `## ${name}`,
      text,
      ...endpoints.flatMap(endpointBlocks),
    ]),
  ].join('\n\n')
}

function endpointBlocks(endpoint: Endpoint): readonly string[] {
  const { method, path, summary, description, deprecated, credentials, bodyText } = endpoint
  const needs = credentials.length === 0 ? 'No credentials.' : `Needs: ${credentials.join(' or ')}.`
  return [
    `### ${summary}${deprecated ? ' (deprecated)' : ''}`,
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

function fieldBlocks(title: string, fields: readonly Field[]): readonly string[] {
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
