// A server that responds like fal's queue and storage: submit, status, result; failed runs are COMPLETED and return
// their error.
import { randomUUID } from 'node:crypto'
import { falProblems, isFalEndpoint } from './fal-bodies.ts'
import type { ModelFiles } from './model-files.ts'
import { type MadeTask, type TaskBook, vendorHeaders } from './task-book.ts'
import { cut, isRecord } from './tripo-server.ts'

export type FalSettings = {
  readonly apiKey: string
  readonly book: TaskBook
  readonly models: ModelFiles
  readonly retryAfterSeconds: number
}

export function serveFal(settings: FalSettings) {
  const refusals = new Map<string, number>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) => response(request, settings, refusals, new URL(request.url).origin),
  })
  return { apiBase: `http://127.0.0.1:${server.port}`, close: () => server.stop(true) }
}

async function response(
  request: Request,
  settings: FalSettings,
  refusals: Map<string, number>,
  origin: string,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.method === 'PUT' && pathname.startsWith('/upload/')) {
    return await takeUpload(request, pathname, settings)
  }
  if (request.headers.get('authorization') !== `Key ${settings.apiKey}`) {
    return Response.json(
      { detail: 'Cannot access application. Authentication is required.' },
      { status: 401 },
    )
  }
  if (pathname === '/storage/upload/initiate') return await initiate(request, origin, settings)
  const [, owner, alias, id, look] =
    /^\/([\w-]+)\/([\w-]+)\/requests\/([\w-]+)(\/status)?$/.exec(pathname) ?? []
  if (request.method === 'GET' && id !== undefined) {
    const task = settings.book.find(id)
    if (task?.vendor !== 'fal' || !task.call.startsWith(`${owner}/${alias}`)) return notFound()
    return look ? statusOf(task, settings) : resultOf(task, settings)
  }
  if (request.method !== 'POST') return notFound()
  return await submit(pathname.slice(1), request, settings, refusals, origin)
}

async function initiate(
  request: Request,
  origin: string,
  { book }: FalSettings,
): Promise<Response> {
  const body = await request.json().catch(() => null)
  const name = isRecord(body) ? body['file_name'] : undefined
  if (typeof name !== 'string' || !isRecord(body) || typeof body['content_type'] !== 'string') {
    return Response.json({ detail: 'content_type and file_name are required' }, { status: 422 })
  }
  if (!/^file\.(?:png|jpg|webp|glb)$/.test(name)) {
    book.violations.push(`a file was sent under the name ${name}`)
  }
  const token = `${randomUUID()}.${name.split('.')[1]}`
  return Response.json({
    upload_url: `${origin}/upload/${token}?signature=x`,
    file_url: `${origin}/files/${token}`,
  })
}

async function takeUpload(
  request: Request,
  pathname: string,
  { book, apiKey }: FalSettings,
): Promise<Response> {
  if (request.headers.has('authorization') || request.url.includes(apiKey)) {
    book.violations.push(`a key came along to PUT ${pathname}`)
    return new Response('keys do not belong here', { status: 500 })
  }
  const name = pathname.slice('/upload/'.length)
  book.keepFile(name, {
    bytes: await request.bytes(),
    name,
    type: request.headers.get('content-type') ?? '',
  })
  return new Response(null, { status: 200 })
}

async function submit(
  call: string,
  request: Request,
  settings: FalSettings,
  refusals: Map<string, number>,
  origin: string,
): Promise<Response> {
  const { book } = settings
  const body: unknown = await request.json().catch(() => null)
  const no = (status: number, detail: unknown, headers: Record<string, string> = {}) => {
    book.refused.push({ vendor: 'fal', call, status, code: null, body })
    return Response.json({ detail }, { status, headers })
  }
  if (!isFalEndpoint(call)) return no(404, `Application '${call}' not found`)
  if (!isRecord(body)) return no(422, 'Invalid JSON body')
  const inputs = Object.entries(body).flatMap(([name, value]) =>
    /_urls?$/.test(name) ? (Array.isArray(value) ? value : [value]) : [],
  )
  const sources = inputs.flatMap((input) => book.source(input) ?? [])
  const script = book.scriptFor(
    [body['prompt'], body['text_style_prompt'], body['texture_prompt']],
    inputs,
    sources,
  )
  const step = sources.length === 0 ? 0 : Math.max(...sources.map((source) => source.step)) + 1
  if (script.has('locked-out', step)) return no(401, 'Authentication is required')
  if (script.has('no-credit', step)) return no(403, 'User is locked. Reason: Exhausted balance.')
  if (script.has('error', step)) return no(500, 'Internal server error')
  const before = refusals.get(script.text) ?? 0
  if (script.has('429', step) && before < script.count('429', 1)) {
    refusals.set(script.text, before + 1)
    return no(429, 'Too many requests', { 'retry-after': String(settings.retryAfterSeconds) })
  }
  const task = book.add({
    vendor: 'fal',
    call,
    body,
    step,
    script,
    headers: vendorHeaders(request),
  })
  if (script.has('redirect', step)) return Response.redirect(settings.models.link(task, 'glb'), 307)
  if (script.has('error-made', step)) {
    return Response.json({ detail: 'Internal server error' }, { status: 500 })
  }
  if (script.has('lost', step)) return cut()
  if (script.has('silent', step)) return await new Promise<Response>(() => {})
  const own = `${origin}/${call.split('/').slice(0, 2).join('/')}/requests/${task.id}`
  return Response.json(
    {
      request_id: task.id,
      response_url: own,
      status_url: `${own}/status`,
      cancel_url: `${own}/cancel`,
      queue_position: 0,
    },
    { headers: { 'x-fal-request-id': task.id } },
  )
}

function statusOf(task: MadeTask, { book }: FalSettings): Response {
  const { script, step, id } = task
  const life = book.lifeOf(task)
  life.looks += 1
  if (script.has('flaky', step) && life.looks % 3 !== 0) {
    return new Response('upstream is away', { status: 503, headers: { 'retry-after': '0' } })
  }
  const running =
    script.has('hang', step) || (script.has('slow', step) && life.looks <= script.count('slow', 3))
  if (!running) {
    return Response.json({ status: 'COMPLETED', request_id: id, metrics: { inference_time: 1 } })
  }
  if (life.looks === 1) {
    return Response.json({ status: 'IN_QUEUE', request_id: id, queue_position: 2 }, { status: 202 })
  }
  return Response.json({ status: 'IN_PROGRESS', request_id: id, logs: [] }, { status: 202 })
}

/** Returns the result. The model checks the input, so input errors show here, as for any failed run. */
function resultOf(task: MadeTask, { book, models, apiKey }: FalSettings): Response {
  const { script, step, call, body } = task
  const told = script.has('told-key', step) ? ` (Key ${apiKey})` : ''
  const wrong = (status: number, detail: unknown, headers: Record<string, string> = {}) =>
    Response.json({ detail }, { status, headers })
  if (!isFalEndpoint(call) || script.has('forgotten', step)) return notFound()
  const problems = falProblems(call, body)
  const unknown = Object.entries(body).find(
    ([name, value]) => name.endsWith('_url') && typeof value === 'string' && !isOurs(value, book),
  )
  if (problems.length > 0) return wrong(422, problems)
  if (unknown !== undefined) {
    return wrong(422, [
      {
        loc: ['body', unknown[0]],
        msg: 'Failed to download the file',
        type: 'file_download_error',
      },
    ])
  }
  if (script.has('banned', step) || script.has('banned-late', step)) {
    const entry = {
      loc: ['body', 'prompt'],
      msg: `The content was flagged${told}`,
      type: 'content_policy_violation',
    }
    return wrong(422, [entry], { 'x-fal-error-type': 'content_policy_violation' })
  }
  if (script.has('failed', step)) {
    return Response.json(
      { detail: `the mesh collapsed${told}`, error_type: 'internal_error' },
      { status: 500 },
    )
  }
  if (script.has('no-model', step)) return Response.json({ seed: 1 })
  if (call === 'fal-ai/flux/schnell' || call === 'fal-ai/flux-pro/kontext') {
    return Response.json({
      images: [{ url: models.link(task, 'png') }],
      has_nsfw_concepts: [false],
      seed: 1,
      prompt: body['prompt'],
    })
  }
  return Response.json({
    model_glb: { url: models.link(task, 'glb'), content_type: 'model/gltf-binary' },
  })
}

const isOurs = (link: string, book: TaskBook): boolean =>
  book.source(link) !== undefined || book.file(link.split('/').at(-1) ?? '') !== undefined

const notFound = () => Response.json({ detail: 'Not Found' }, { status: 404 })
