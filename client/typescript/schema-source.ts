// The types of the API, from the service's own OpenAPI document.
import { plugin } from 'bun'
import compiler from 'typescript-5'
import { buildDocument } from '../../server/http/openapi/document.ts'

const header = `// Generated from the OpenAPI document by npm run build:client. Do not edit.

`

/** The text of src/schema.ts. */
export async function schemaSource(): Promise<string> {
  // openapi-typescript builds its output with the compiler's syntax factory, which TypeScript 7 does not have.
  plugin({
    name: 'typescript-5',
    setup: (build) =>
      void build.module('typescript', () => ({
        exports: { ...compiler, default: compiler },
        loader: 'object',
      })),
  })
  const { astToString, default: openapiTypeScript } = await import('openapi-typescript')
  const bytes = compiler.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTypeScript(JSON.stringify(buildDocument('http://localhost')), {
    // A member with a default may be left out of a request.
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? bytes : undefined),
    silent: true,
  })
  return `${header}${astToString(nodes)}`
}
