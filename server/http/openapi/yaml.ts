import type { OpenApiDocument } from './types.ts'

/** Returns the document as YAML. It shares nodes, which YAML would write as anchors and aliases. */
export const asYaml = (document: OpenApiDocument): string =>
  Bun.YAML.stringify(JSON.parse(JSON.stringify(document)), null, 2)
