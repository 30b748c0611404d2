// The document with inlined schemas and headers, for readers of one endpoint at a time.
import type { OpenApiDocument } from './types.ts'

/** Inlines the named schemas, none of which contains itself. References to responses remain. */
export function resolve(document: OpenApiDocument): OpenApiDocument {
  const { schemas, headers } = document.components
  const named: Readonly<Record<string, unknown>> = {
    ...places('schemas', schemas),
    ...places('headers', headers),
  }
  const expand = (_key: string, node: unknown): unknown => {
    if (!isReference(node)) return node
    const { $ref, ...beside } = node
    const schema = named[$ref]
    return schema === undefined ? node : { ...parse(schema), ...beside }
  }
  const parse = (part: unknown) => JSON.parse(JSON.stringify(part), expand)
  const { components, paths } = document
  const responses = parse(components.responses)
  return { ...document, paths: parse(paths), components: { ...components, responses } }
}

const places = (kind: string, parts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [`#/components/${kind}/${name}`, part]),
  )

const isReference = (node: unknown): node is { readonly $ref: string } =>
  typeof node === 'object' && node !== null && '$ref' in node && typeof node.$ref === 'string'
