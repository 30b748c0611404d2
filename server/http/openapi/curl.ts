// Builds a curl command for each body that an endpoint accepts, from its example.
import type { Operation } from './types.ts'

/** An operation with its method and path. */
export type OperationAddress = {
  readonly server: string
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const exampleCode = 'SVC-7KQ2ZM'

/** Secrets are shell variables, so that a copied command contains none. */
const headers: Readonly<Record<string, string>> = {
  bearer: '-H "Authorization: Bearer $SVC_API_KEY"',
  session: '-b cookies.txt',
  internalKey: '-H "x-internal-key: $INTERNAL_KEY"',
  internalBearer: '-H "Authorization: Bearer $INTERNAL_KEY"',
}

/** Returns the command. `type` is the media type of the body, or undefined for none. */
export function curlCommand(
  { server, path, method, operation }: OperationAddress,
  type?: string | undefined,
): string {
  const filled = `${path.replaceAll('{code}', exampleCode).replaceAll('{id}', '$TOKEN_ID')}${query(operation)}`
  // The shell interprets the question mark as well.
  const address = /[$?&]/.test(filled) ? `"${server}${filled}"` : `${server}${filled}`
  const scheme = Object.keys(operation.security[0] ?? {})[0] ?? ''
  const body = bodyArguments(operation, type)
  const verb = method === 'GET' || (method === 'POST' && body.length > 0) ? '' : `-X ${method} `
  const jar = path.startsWith('/api/auth/') ? ['-b cookies.txt -c cookies.txt'] : []
  const saved = returnsFile(operation) ? ['-o model.glb'] : []
  const lines = [`curl ${verb}${address}`, headers[scheme] ?? '', ...jar, ...body, ...saved]
  return lines.filter((line) => line !== '').join(' \\\n  ')
}

/** Returns the required parameters with their examples. */
function query({ parameters = [] }: Operation): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required === true)
  const pairs = required.map(({ name, example = '' }) => `${name}=${example}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Whether the response is a file, which the command saves instead of printing it to the terminal. */
function returnsFile({ responses }: Operation): boolean {
  const response = responses[200]
  const content = response !== undefined && 'content' in response ? response.content : undefined
  return Object.keys(content ?? {}).some((type) => type.startsWith('model/'))
}

function bodyArguments({ requestBody }: Operation, type: string | undefined): readonly string[] {
  const fields = type === undefined ? undefined : requestBody?.content[type]?.example
  if (type === undefined || typeof fields !== 'object' || fields === null) return []
  if (type === 'application/json') {
    return ['-H "Content-Type: application/json"', `-d '${JSON.stringify(fields)}'`]
  }
  return Object.entries(fields).map(([name, value]) => `-F ${name}=${quote(String(value))}`)
}

const quote = (value: string) => (/^[\w@./-]+$/.test(value) ? value : `"${value}"`)
