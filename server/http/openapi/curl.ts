// A command for each body that an endpoint takes, made of its example.
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

/** `type`: which of its bodies to send; without one, none. */
export function curlCommand(
  { server, path, method, operation }: Place,
  type?: string | undefined,
): string {
  const filled = `${path.replaceAll('{code}', example).replaceAll('{id}', '$TOKEN_ID')}${query(operation)}`
  // A shell would read the question mark as well.
  const address = /[$?&]/.test(filled) ? `"${server}${filled}"` : `${server}${filled}`
  const scheme = Object.keys(operation.security[0] ?? {})[0] ?? ''
  const body = bodyArguments(operation, type)
  const verb = method === 'GET' || (method === 'POST' && body.length > 0) ? '' : `-X ${method} `
  const jar = path.startsWith('/api/auth/') ? ['-b cookies.txt -c cookies.txt'] : []
  const saved = answersFile(operation) ? ['-o model.glb'] : []
  const lines = [`curl ${verb}${address}`, headers[scheme] ?? '', ...jar, ...body, ...saved]
  return lines.filter((line) => line !== '').join(' \\\n  ')
}

/** Those that must be there, with their examples. */
function query({ parameters = [] }: Operation): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required === true)
  const pairs = needed.map(({ name, example = '' }) => `${name}=${example}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** A terminal shows no bytes. */
function answersFile({ responses }: Operation): boolean {
  const answer = responses[200]
  const content = answer !== undefined && 'content' in answer ? answer.content : undefined
  return Object.keys(content ?? {}).some((type) => type.startsWith('model/'))
}

function bodyArguments({ requestBody }: Operation, type: string | undefined): readonly string[] {
  const fields = type === undefined ? undefined : requestBody?.content[type]?.example
  if (type === undefined || typeof fields !== 'object' || fields === null) return []
  if (type === 'application/json') {
    return ['-H "Content-Type: application/json"', `-d '${JSON.stringify(fields)}'`]
  }
  return Object.entries(fields).map(([name, value]) => `-F ${name}=${quoted(String(value))}`)
}

const quoted = (value: string) => (/^[\w@./-]+$/.test(value) ? value : `"${value}"`)
