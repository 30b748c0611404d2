// The part of the API document that the Python client is generated from: the calls for programs with an API key, an
// extension token or neither.
import { buildDocument } from '../../../server/http/openapi/document.ts'
import type { OpenApiDocument, Operation } from '../../../server/http/openapi/types.ts'

const secrets = ['API key', 'extension token']
/** These need no credential. Other operations without one are pages, or serve the sign-in of users. */
const open = ['estimatePrice', 'checkPrintability']
/** JSON-RPC, for which MCP clients exist. */
const others = ['callAgentEndpoint']

type Node = Readonly<Record<string, unknown>>

/** Returns the document without the service's address, which the caller provides. */
export function clientDocument(): Node {
  const { servers: _, paths, components, ...document } = buildDocument('https://example.com')
  const kept = Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const operations = Object.entries(methods).filter(([, operation]) => isCallable(operation))
      if (operations.length === 0) return []
      return [
        [path, Object.fromEntries(operations.map(([method, one]) => [method, bare(short(one))]))],
      ]
    }),
  )
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, bare(schema)]),
  )
  const used = referencedFrom(kept, schemas, components.responses)
  return {
    ...document,
    paths: kept,
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  }
}

function isCallable({ operationId, 'x-credentials': credentials }: Operation): boolean {
  if (others.includes(operationId)) return false
  return open.includes(operationId) || credentials.some((name) => secrets.includes(name))
}

/** Drops the long description, which users read at /docs. The generator would repeat it at four functions. */
const short = ({ description: _, ...operation }: Operation) => operation

/**
 * Removes examples, which the generator ignores. Removes defaults, which it would send although the service chooses
 * omitted options. Removes constants, which it would compare with received values.
 */
function bare(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node), (key, value: unknown) =>
    // An object is a field with this name.
    key === 'example' || key === 'examples' || (leftOut.has(key) && typeof value !== 'object')
      ? undefined
      : value,
  )
}

const leftOut = new Set(['default', 'const'])

function referencedFrom(
  paths: Node,
  schemas: Node,
  responses: OpenApiDocument['components']['responses'],
): ReadonlySet<string> {
  const used = new Set<string>()
  const collect = (node: unknown) => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      collect(schemas[name])
    }
  }
  collect(paths)
  collect(responses)
  return used
}

if (import.meta.main) console.log(JSON.stringify(clientDocument(), null, 2))
