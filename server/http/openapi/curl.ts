// A command for each endpoint, made of its example.
import type { Operation } from './types.ts'

/** An operation and where it is. */
export type Place = {
  readonly server: string
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const example = 'SVC-7KQ2ZM'

/** Secrets are shell variables, so that nobody pastes one into a document. */
const headers: Readonly<Record<string, string>> = {
  bearer: '-H "Authorization: Bearer $SVC_KEY"',
  session: '-b cookies.txt',
  internalKey: '-H "x-internal-key: $INTERNAL_KEY"',
}

export function curlCommand({ server, path, method, operation }: Place): string {
  const filled = path.replaceAll('{code}', example).replaceAll('{id}', '$TOKEN_ID')
  const address = filled.includes('$') ? `"${server}${filled}"` : `${server}${filled}`
  const scheme = Object.keys(operation.security[0] ?? {})[0] ?? ''
  const body = bodyArguments(operation)
  const verb = method === 'GET' || (method === 'POST' && body.length > 0) ? '' : `-X ${method} `
  const jar = path.startsWith('/api/auth/') ? ['-b cookies.txt -c cookies.txt'] : []
  const lines = [`curl ${verb}${address}`, headers[scheme] ?? '', ...jar, ...body]
  return lines.filter((line) => line !== '').join(' \\\n  ')
}

function bodyArguments({ requestBody }: Place['operation']): readonly string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const fields = media?.example
  if (type === undefined || typeof fields !== 'object' || fields === null) return []
  if (type === 'application/json') {
    return ['-H "Content-Type: application/json"', `-d '${JSON.stringify(fields)}'`]
  }
  return Object.entries(fields).map(([name, value]) => `-F ${name}=${quoted(String(value))}`)
}

const quoted = (value: string) => (/^[\w@./-]+$/.test(value) ? value : `"${value}"`)
