// The document with its named schemas in place of the references to them, for readers that look at one endpoint at a time.
import type { OpenApiDocument } from './types.ts'

/** No named schema contains itself. */
export function resolve(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components
  const expand = (node: unknown): unknown => {
    const name = nameOf(node)
    if (name === null) return node
    const { $ref: _, ...beside } = Object(node)
    return { ...JSON.parse(JSON.stringify(schemas[name]), reviver), ...beside }
  }
  const reviver = (_key: string, node: unknown) => expand(node)
  const paths = JSON.parse(JSON.stringify(document.paths), reviver)
  return { ...document, paths }
}

const place = '#/components/schemas/'

function nameOf(node: unknown): string | null {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) return null
  const { $ref } = node
  return typeof $ref === 'string' && $ref.startsWith(place) ? $ref.slice(place.length) : null
}
