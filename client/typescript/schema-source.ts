// Generates the API's types from the service's OpenAPI document.
import { plugin } from 'bun'
import compiler from 'typescript-5'
import { listedNumbers } from '../../server/http/contract/contract.ts'
import { buildDocument } from '../../server/http/openapi/document.ts'

const header = `// Generated from the OpenAPI document by npm run build:client. Do not edit.

`

const { factory } = compiler

/** Returns a union of numbers: `0.2 | 0.4`. */
const oneOf = (numbers: readonly number[]) =>
  factory.createUnionTypeNode(
    numbers.map((one) => factory.createLiteralTypeNode(factory.createNumericLiteral(one))),
  )

/** Returns the text of src/schema.ts. */
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
  const bytes = factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTypeScript(JSON.stringify(buildDocument('http://localhost')), {
    // A member with a default may be omitted from a request.
    defaultNonNullable: false,
    transform: (schema) => {
      const numbers: unknown = schema[listedNumbers]
      if (Array.isArray(numbers)) return oneOf(numbers)
      return schema.format === 'binary' ? bytes : undefined
    },
    silent: true,
  })
  return `${header}${astToString(nodes)}`
}
