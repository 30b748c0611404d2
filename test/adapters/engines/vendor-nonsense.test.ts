// A vendor that returns arbitrary data: every call still ends as one of the port's outcomes, never as an exception.
import { afterAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import { engineRequest } from '../../../testing/engines/engine-requests.ts'
import { seedFromEnvironment } from '../../../testing/seeded-random.ts'

const seed = seedFromEnvironment()
console.log(`engines against nonsense: SEED=${seed}`)

let response: { status: number; body: string } = { status: 200, body: '' }
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => {
    const hasBody = ![204, 304].includes(response.status)
    return new Response(hasBody ? response.body : null, { status: response.status })
  },
})
afterAll(() => server.stop(true))

const account = { apiKey: 'tsk_of_this_test', apiBase: `http://127.0.0.1:${server.port}` }
const unused = () => Promise.reject(new Error('not used here'))
const silent = () => {}
const engines = createEngines({
  tripo: account,
  fal: account,
  temporaryFiles: {
    path: () => '',
    write: unused,
    append: unused,
    remove: unused,
    hold: () => unused,
  },
  downloads: {
    fetch: async () => ({ kind: 'refused', reason: 'bad_url', message: 'no', status: null }),
  },
  log: { debug: silent, info: silent, warn: silent, error: silent },
  pause: async () => {},
})
const { signal } = new AbortController()

/** Names and values that the adapters read, in expected and unexpected places. */
const names = [
  'code',
  'data',
  'status',
  'output',
  'model_url',
  'task_id',
  'request_id',
  'detail',
  'type',
  'msg',
  'message',
  'error_code',
  'error_type',
  'model_glb',
  'url',
  'images',
  'has_nsfw_concepts',
  'progress',
]
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    2008,
    2010,
    null,
    true,
    'COMPLETED',
    'success',
    'failed',
    'banned',
    'error',
    'nsfw',
    '',
  ),
  fc.string(),
  fc.double(),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 6 }),
  ),
}))
const responses = fc.record({
  status: fc.constantFrom(
    200,
    201,
    202,
    204,
    301,
    400,
    401,
    402,
    403,
    404,
    422,
    429,
    500,
    503,
    504,
  ),
  body: fc.oneof(
    tree.map((value) => JSON.stringify(value) ?? ''),
    fc.string(),
  ),
})

describe.each([
  ['tripo', 'engine_2'],
  ['fal', 'engine_1'],
] as const)('%s', (source, engine) => {
  const state = {
    call: 'a/b',
    origin: 'abc',
    isPreview: false,
    todo: [],
    products: {},
    preview: null,
  }
  const task = { source, engine, taskId: 'abc', step: 0, state }

  test('every response has an outcome', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(responses, async (given) => {
        response = given
        const started = await engines.start(engineRequest({ options: { engine } }), signal)
        const read = await engines.read(task, signal)
        const download = await engines.download(task, signal)
        expect(['started', 'busy', 'failed', 'banned']).toContain(started.kind)
        expect(['running', 'succeeded', 'failed', 'banned']).toContain(read.kind)
        expect(['failed', 'banned', 'unclear']).toContain(download.kind)
        for (const outcome of [started, read, download]) seen.add(outcome.kind)
      }),
      { numRuns: 300, seed: seed | 0 },
    )
    expect(seen).toContain('failed')
    expect(seen).toContain('running')
  })
})
