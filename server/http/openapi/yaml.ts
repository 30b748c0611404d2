import type { OpenApiDocument } from './types.ts'

/** The document as YAML. It shares nodes, of which YAML would make anchors and aliases. */
export const asYaml = (document: OpenApiDocument): string =>
  Bun.YAML.stringify(JSON.parse(JSON.stringify(document)), null, 2)
