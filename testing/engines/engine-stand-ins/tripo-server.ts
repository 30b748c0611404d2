// A server that responds like Tripo's API v3: envelope, codes, file tokens, tasks with signed links.
import { randomUUID } from 'node:crypto'
import type { ModelFiles } from './model-files.ts'
import type { MadeTask, TaskBook } from './task-book.ts'
import { tripoProblem } from './tripo-bodies.ts'

export type TripoSettings = {
  readonly apiKey: string
  readonly book: TaskBook
  readonly models: ModelFiles
  readonly retryAfterSeconds: number
  /** Whether H3.1 and P1 support the texture quality "extreme". */
  readonly takesExtreme: boolean
  /** Balance of the account; null: the call for it fails. */
  readonly account: { balance: number | null }
}

const statuses: Readonly<Record<number, number>> = {
  1002: 401,
  1005: 403,
  2000: 429,
  2001: 404,
  2010: 403,
  2014: 500,
  2019: 404,
}

export function serveTripo(settings: TripoSettings) {
  const refusals = new Map<string, number>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    // A creation that never responds must outlive the adapter's timeout.
    idleTimeout: 0,
    fetch: (request) => response(request, settings, refusals),
  })
  return { apiBase: `http://127.0.0.1:${server.port}`, close: () => server.stop(true) }
}

async function response(
  request: Request,
  settings: TripoSettings,
  refusals: Map<string, number>,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.headers.get('authorization') !== `Bearer ${settings.apiKey}`) {
    return refuse(1002, 'Authentication failed')
  }
  const id = /^\/v3\/tasks\/([\w-]+)$/.exec(pathname)?.[1]
  if (request.method === 'GET' && id !== undefined) return look(id, settings)
  if (request.method === 'GET' && pathname === '/v3/account/balance') {
    const { balance } = settings.account
    return balance === null ? refuse(2014, 'Not now') : ok({ balance, frozen: 0 })
  }
  if (request.method !== 'POST') return refuse(1004, 'unknown call')
  if (pathname === '/v3/files') return await keepFile(request, settings)
  return await create(pathname, await request.json().catch(() => null), settings, refusals)
}

async function keepFile(request: Request, { book }: TripoSettings): Promise<Response> {
  const form = await request.formData().catch(() => null)
  const file = form?.get('file')
  if (!(file instanceof File)) return refuse(1004, 'file is missing')
  if (file.size === 0) return refuse(2003, 'the file is empty')
  if (!/^file\.(?:png|jpg|webp|glb)$/.test(file.name)) {
    book.violations.push(`a file was sent under the name ${file.name}`)
  }
  const token = `file_${randomUUID()}`
  book.keepFile(token, { bytes: await file.bytes(), name: file.name, type: file.type })
  return ok({ file_token: token })
}

async function create(
  call: string,
  body: unknown,
  settings: TripoSettings,
  refusals: Map<string, number>,
): Promise<Response> {
  const { book, apiKey } = settings
  const no = (code: number, message: string, headers?: Record<string, string>) => {
    book.refused.push({ vendor: 'tripo', call, status: statuses[code] ?? 400, code, body })
    return refuse(code, message, headers)
  }
  const problem = tripoProblem(call, body, settings.takesExtreme)
  if (problem !== null || !isRecord(body)) {
    return no(problem ?? 1004, 'One of your parameters is invalid')
  }
  const { prompt, negative_prompt, texture_prompt, input, inputs } = body
  const given = [input, ...(Array.isArray(inputs) ? inputs : [])].filter(
    (one) => typeof one === 'string',
  )
  const sources = given.flatMap((one) => book.source(one) ?? [])
  const unknown = given.find((one) => !book.file(one) && !book.source(one))
  if (unknown !== undefined) return no(unknown.startsWith('file_') ? 2019 : 2001, 'not found')
  const painted = isRecord(texture_prompt) ? texture_prompt['text'] : undefined
  const script = book.scriptFor([prompt, negative_prompt, painted], given, sources)
  const step = sources.length === 0 ? 0 : Math.max(...sources.map((source) => source.step)) + 1
  const told = script.has('told-key', step) ? ` (Bearer ${apiKey})` : ''
  if (script.has('locked-out', step)) return no(1002, 'Authentication failed')
  if (script.has('no-credit', step)) return no(2010, 'You need more credits to start a new task.')
  if (script.has('banned', step)) return no(2008, `The input violates our content policy${told}`)
  if (script.has('error', step)) return no(2014, 'The moderation service failed')
  if (script.has('redirect', step)) {
    return Response.redirect(
      `${settings.models.link(book.add({ vendor: 'tripo', call, body, step, script, headers: {} }), 'glb')}`,
      307,
    )
  }
  const before = refusals.get(script.text) ?? 0
  if (script.has('429', step) && before < script.count('429', 1)) {
    refusals.set(script.text, before + 1)
    return no(2000, 'You have exceeded the limit of parallel tasks', {
      'retry-after': String(settings.retryAfterSeconds),
    })
  }
  return await answerFor(book.add({ vendor: 'tripo', call, body, step, script, headers: {} }))
}

/** Creates the task; its response may be lost. */
async function answerFor({ id, script, step }: MadeTask): Promise<Response> {
  if (script.has('error-made', step)) return refuse(2014, 'The moderation service failed')
  if (script.has('lost', step)) return cut()
  if (script.has('silent', step)) return await new Promise<Response>(() => {})
  return ok({ task_id: id })
}

function look(id: string, { book, models, apiKey }: TripoSettings): Response {
  const task = book.find(id)
  if (task === undefined || task.vendor !== 'tripo') return refuse(2001, 'Task not found')
  const { script, step } = task
  const life = book.lifeOf(task)
  life.looks += 1
  if (script.has('flaky', step) && life.looks % 3 !== 0) {
    return new Response('upstream is away', { status: 503, headers: { 'retry-after': '0' } })
  }
  const about = {
    task_id: id,
    type: task.call.split('/').at(-1),
    input: task.body,
    created_at: new Date().toISOString(),
  }
  const told = script.has('told-key', step) ? ` (Bearer ${apiKey})` : ''
  const running =
    script.has('hang', step) || (script.has('slow', step) && life.looks <= script.count('slow', 3))
  if (running) return ok({ ...about, status: 'running', progress: Math.min(99, life.looks * 10) })
  if (script.has('banned-late', step)) return ok({ ...about, status: 'banned', progress: 100 })
  if (script.has('failed', step)) {
    return ok({
      ...about,
      status: 'failed',
      progress: 50,
      error_code: 1,
      error_msg: `the mesh collapsed${told}`,
    })
  }
  if (script.has('forgotten', step)) return refuse(2001, 'Task not found')
  return ok({
    ...about,
    status: 'success',
    progress: 100,
    credits_consumed: 20,
    output: outputOf(task, models),
  })
}

/** Returns the output. Quads are FBX; a reader of GLB files would fail on a file that is not a model. */
function outputOf(task: MadeTask, models: ModelFiles) {
  if (task.script.has('no-model', task.step)) {
    return { rendered_image_url: models.link(task, 'png') }
  }
  if (task.call.endsWith('/image-to-image')) {
    return { generated_image_url: models.link(task, 'png') }
  }
  const extension = task.body['quad'] === true ? 'fbx' : 'glb'
  return { model_url: models.link(task, extension) }
}

const ok = (data: object): Response =>
  Response.json({ code: 0, data }, { headers: { 'x-tripo-trace-id': randomUUID() } })

function refuse(code: number, message: string, headers: Record<string, string> = {}): Response {
  const body = { code, message, suggestion: 'See the documentation', request_id: randomUUID() }
  return Response.json(body, { status: statuses[code] ?? 400, headers })
}

/** Fails the body before its first byte: the socket closes without a status line. */
export const cut = (): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(undefined) }))

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
