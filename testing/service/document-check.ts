// Compares every response of the test services with the OpenAPI document: its status, type, body and headers. A
// response that the document does not describe fails the test that made the request.

import { document, operations, problems, responseOf } from './api-document.ts'
import recordedCodes from './error-codes.json'

type Handle = (request: Request) => Response | Promise<Response>

/** Wraps the handler; it rejects when a response differs from the document. */
export function checkedByDocument(handle: Handle): Handle {
  return async (request) => {
    const response = await handle(request)
    const found = [...codeDifferences(response), ...(await differences(request, response))]
    if (found.length > 0) {
      const { pathname } = new URL(request.url)
      throw new Error(
        `${request.method} ${pathname} ${response.status} is not as the document says: ${found.join('; ')}`,
      )
    }
    return response
  }
}

const recorded: Readonly<Record<string, readonly (number | string)[]>> = recordedCodes

/**
 * Checks that every refusal has a code, including pages, and that a code has the statuses that
 * testing/service/error-codes.json records for it.
 */
function codeDifferences({ status, headers }: Response): readonly string[] {
  const code = headers.get('x-error-code')
  if (status < 400) return code === null ? [] : ['a success has x-error-code']
  if (code === null) return ['x-error-code is missing']
  const statuses = recorded[code]
  if (statuses === undefined) return [`the code ${code} is not recorded`]
  return statuses.includes(status) ? [] : [`the code ${code} is not recorded with ${status}`]
}

/** Headers that a client may use, and that must therefore be in the document. */
const actedUpon = [
  'deprecation',
  'etag',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'x-error-code',
]

async function differences(request: Request, response: Response): Promise<readonly string[]> {
  const { status, headers } = response
  const { pathname } = new URL(request.url)
  const template = templateOf(pathname)
  if (template === undefined) return []
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = operations.get(`${method} ${template}`)
  if (operation === undefined) {
    const isRefused = status === 405 || (request.method === 'OPTIONS' && status === 204)
    return isRefused && headers.has('allow') === !headers.has('access-control-allow-methods')
      ? []
      : ['the method is not described']
  }
  const described = operation.responses[String(status)]
  if (described === undefined) return [`the status is not described: ${await bodyOf(response)}`]
  const { headers: known = {}, content = {} } = responseOf(described)
  const names = new Set(Object.keys(known).map((name) => name.toLowerCase()))
  return [
    ...actedUpon
      .filter((name) => headers.has(name) && !names.has(name))
      .map((name) => `${name} is not described`),
    ...(names.has('x-request-id') && !headers.has('x-request-id')
      ? ['x-request-id is missing']
      : []),
    ...(await contentDifferences(request, response, content)),
  ]
}

async function contentDifferences(
  request: Request,
  response: Response,
  content: NonNullable<ReturnType<typeof responseOf>['content']>,
): Promise<readonly string[]> {
  if (request.method === 'HEAD' || response.body === null) return []
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const media = content[type]
  if (media === undefined) {
    const isEmpty = Object.keys(content).length === 0 && (await bodyOf(response)) === ''
    return isEmpty ? [] : [`the type ${type} is not described`]
  }
  if (type !== 'application/json' || response.headers.has('content-encoding')) return []
  return problems(media, JSON.parse(await bodyOf(response)))
}

const bodyOf = (response: Response) => response.clone().text()

const templates = Object.keys(document.paths)
const patterns = templates
  .filter((path) => path.includes('{'))
  .map((path) => [path, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/%]+')}$`)] as const)

/** Returns the template of a path in its plain spelling: the router handles escapes and a trailing slash. */
const templateOf = (path: string): string | undefined =>
  templates.includes(path) ? path : patterns.find(([, pattern]) => pattern.test(path))?.[0]
