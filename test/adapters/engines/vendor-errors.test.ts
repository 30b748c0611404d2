// The errors in the documentation of both vendors: the outcome of each response, and what no response may cause.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import type { EngineFailure } from '../../../server/domain/generation/engine/engine.ts'
import { openEngineBench } from '../../../testing/engines/engine-bench.ts'
import { engineRequest } from '../../../testing/engines/engine-requests.ts'
import { until } from '../../../testing/service/until.ts'
import { verifies } from '../../helpers/verifies.ts'

const bench = openEngineBench()
const { vendors, pauses } = bench
const { signal } = new AbortController()
afterAll(() => bench.close())
beforeEach(() => {
  pauses.length = 0
  bench.logged.length = 0
})
afterEach(() => {
  expect(vendors.violations).toEqual([])
  expectNoKey(bench.logged)
})

function expectNoKey(texts: readonly string[]) {
  for (const text of texts) {
    expect(text).not.toContain(vendors.tripo.apiKey)
    expect(text).not.toContain(vendors.fal.apiKey)
  }
}

const vendorEngines = [
  ['tripo', 'engine_2'],
  ['fal', 'engine_1'],
] as const
let promptCount = 0
/** Returns a distinct prompt for each run, so that counts are of this run alone. */
const scripted = (words: string) => {
  promptCount += 1
  return `boat ${promptCount}! ${words}`
}

async function failureOf(prompt: string, engine: 'engine_1' | 'engine_2' | 'engine_4') {
  const outcome = await bench.run(engineRequest({ prompt, options: { engine } }))
  if (outcome.kind === 'finished') throw new Error('it finished')
  expectNoKey([outcome.message])
  return outcome
}

describe.each(vendorEngines)('%s', (_, engine) => {
  test('a task that runs for some time is polled until it is done', async () => {
    const outcome = await bench.run(
      engineRequest({ prompt: scripted('[slow=4]'), options: { engine } }),
    )
    expect(outcome).toMatchObject({ kind: 'finished', running: 4 })
  })

  test('a failed run states its reason without keys', async () => {
    const prompt = scripted('[failed] [told-key]')
    expect((await failureOf(prompt, engine)).kind).toBe('failed')
    expect(vendors.madeFor(prompt)).toHaveLength(1)
  })

  verifies(
    'gen.error.nsfw',
    'a refusal by the content policy is recognized, early or late',
    async () => {
      for (const words of ['[banned] [told-key]', '[banned-late]']) {
        const failure = await failureOf(scripted(words), engine)
        expect(failure.kind).toBe('banned')
        expect(failure.message).toStartWith("The engine's content policy refused this request")
      }
    },
  )

  verifies(
    'gen.error.vendor-credits',
    'a vendor without credit leads to a sentence for the caller and an error in the log',
    async () => {
      expect(await failureOf(scripted('[no-credit]'), engine)).toEqual({
        kind: 'failed',
        message:
          'The engine is out of credit with its vendor at the moment. Choose another engine, or try again later.',
      })
    },
  )

  test('a wrong key is not reported as the caller’s fault', async () => {
    expect((await failureOf(scripted('[locked-out]'), engine)).message).toContain(
      'is not available',
    )
  })

  test('a call that the rate limit refused is retried, because nothing was created', async () => {
    const prompt = scripted('[429=2]')
    const outcome = await bench.run(engineRequest({ prompt, options: { engine } }))
    expect(outcome.kind).toBe('finished')
    expect(vendors.madeFor(prompt)).toHaveLength(1)
    // The stand-ins request zero seconds.
    expect(pauses).toEqual([0, 0])
  })

  test('a run fails after the rate limit has refused four attempts', async () => {
    const prompt = scripted('[429=99]')
    const before = vendors.refused.length
    expect((await failureOf(prompt, engine)).message).toBe(
      'The engine is busy. Try again in a few minutes.',
    )
    expect(vendors.refused.length - before).toBe(4)
    expect(vendors.madeFor(prompt)).toEqual([])
  })

  test.each(['lost', 'error', 'error-made', 'redirect'])(
    'a creation that ends in "%s" is not sent again',
    async (word) => {
      const prompt = scripted(`[${word}]`)
      const before = vendors.refused.length
      expect((await failureOf(prompt, engine)).kind).toBe('failed')
      expect(vendors.madeFor(prompt)).toHaveLength(word === 'error' ? 0 : 1)
      expect(vendors.refused.length - before).toBe(word === 'error' ? 1 : 0)
      expect(pauses).toEqual([])
    },
  )

  test('a creation without a response ends with the caller’s signal, and is not sent again', async () => {
    const prompt = scripted('[silent]')
    const request = engineRequest({ prompt, options: { engine } })
    const caller = new AbortController()
    const outcome = bench.engines.start(request, caller.signal).catch((error) => ({ error }))
    await until(() => vendors.madeFor(prompt).length > 0)
    const reason = new Error('the 15 minutes are over')
    caller.abort(reason)
    expect(await outcome).toEqual({ error: reason })
    expect(vendors.madeFor(prompt)).toHaveLength(1)
  })

  test('polls without a response are retried, and do not end the task', async () => {
    const flaky = await bench.run(
      engineRequest({ prompt: scripted('[flaky] [slow=2]'), options: { engine } }),
    )
    expect(flaky).toMatchObject({ kind: 'finished', running: 0 })
    expect(pauses).toEqual([0, 0])
  })

  test('a finished task without a model is a failure', async () => {
    expect((await failureOf(scripted('[no-model]'), engine)).message).toStartWith(
      'The engine finished without a model',
    )
  })

  test('a task that the vendor does not know is pending until the time limit: it may have been created just now', async () => {
    const request = engineRequest({ prompt: scripted('[forgotten]'), options: { engine } })
    const started = await bench.engines.start(request, new AbortController().signal)
    if (started.kind !== 'started') throw new Error('not started')
    expect(await bench.engines.read(started.task, new AbortController().signal)).toEqual({
      kind: 'running',
      percent: null,
      trouble: {
        kind: 'failed',
        message: 'The engine no longer knows this model. Generate it again.',
      },
    })
  })
})

/** Responds to every call in the same way, in the vendor's format. */
async function against(
  response: (request: Request) => Response | Promise<Response>,
  engine: 'engine_1' | 'engine_2' = 'engine_2',
) {
  let calls = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      calls += 1
      return response(request)
    },
  })
  const account = { apiKey: 'tsk_of_this_test', apiBase: `http://127.0.0.1:${server.port}/` }
  const waited: number[] = []
  const logged: { level: string; event: string; facts: Record<string, unknown> | undefined }[] = []
  const note = (level: string) => (event: string, facts?: Record<string, unknown>) =>
    void logged.push({ level, event, facts })
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') }
  const unused = () => Promise.reject(new Error('not used here'))
  const engines = createEngines({
    tripo: engine === 'engine_2' ? account : null,
    fal: engine === 'engine_1' ? account : null,
    temporaryFiles: {
      path: () => '',
      write: unused,
      append: unused,
      remove: unused,
      hold: () => unused,
    },
    downloads: { fetch: unused },
    log,
    pause: async (ms) => void waited.push(ms),
  })
  const task = {
    source: engine === 'engine_2' ? 'tripo' : 'fal',
    engine,
    taskId: 'abc',
    step: 0,
    state: { call: 'a/b', origin: 'abc', isPreview: false, todo: [], products: {}, preview: null },
  }
  try {
    const started = await engines.start(engineRequest({ options: { engine } }), signal)
    const startCalls = calls
    const startWaited = waited.splice(0)
    const read = await engines.read(task, signal)
    return {
      started,
      startCalls,
      startWaited,
      read,
      readCalls: calls - startCalls,
      readWaited: waited,
      logged,
    }
  } finally {
    await server.stop(true)
  }
}

describe('Tripo’s codes', () => {
  const codes: readonly (readonly [
    number,
    number,
    EngineFailure['kind'],
    RegExp,
    'warn' | 'error',
  ])[] = [
    [401, 1002, 'failed', /not available at the moment/, 'error'],
    [400, 1004, 'failed', /did not accept this request/, 'warn'],
    [403, 1005, 'failed', /not available at the moment/, 'error'],
    [404, 2001, 'failed', /no longer knows/, 'warn'],
    [400, 2002, 'failed', /no longer knows/, 'warn'],
    [400, 2003, 'failed', /could not read the picture/, 'warn'],
    [400, 2004, 'failed', /could not read the picture/, 'warn'],
    [400, 2006, 'failed', /no longer knows/, 'warn'],
    [400, 2007, 'failed', /no longer knows/, 'warn'],
    [400, 2008, 'banned', /content policy refused this request: "said so"/, 'warn'],
    [403, 2010, 'failed', /out of credit/, 'error'],
    [500, 2014, 'failed', /could not check the request/, 'warn'],
    [400, 2015, 'failed', /did not accept this request/, 'warn'],
    [400, 2017, 'failed', /did not accept this request/, 'warn'],
    [400, 2018, 'failed', /too complex for smartLowPoly/, 'warn'],
    [404, 2019, 'failed', /no longer knows/, 'warn'],
  ]
  test.each(codes)(
    'status %d with code %d is %s: %p',
    async (status, code, kind, message, level) => {
      const body = { code, message: 'said so', suggestion: 'none', request_id: 'r' }
      const { started, startCalls, logged } = await against(() => Response.json(body, { status }))
      expect(started.kind).toBe(kind)
      expect(started).toHaveProperty('message', expect.stringMatching(message))
      expect(startCalls).toBe(1)
      expect(logged).toContainEqual({
        level,
        event: 'engine.refused',
        facts: expect.objectContaining({ vendor: 'tripo', status, code, said: 'said so' }),
      })
    },
  )

  test('a code other than 0 is an error, even with HTTP 200', async () => {
    const { started } = await against(() => Response.json({ code: 2010, message: 'none left' }))
    expect(started).toHaveProperty('message', expect.stringContaining('out of credit'))
  })

  test('a task with an unknown status fails', async () => {
    const seen = async (task: object) =>
      (await against(() => Response.json({ code: 0, data: { task_id: 'abc', ...task } }))).read
    for (const status of ['queued', 'running', 'unknown']) {
      expect(await seen({ status, progress: 30 })).toEqual({ kind: 'running', percent: 30 })
    }
    for (const status of ['failed', 'cancelled', 'expired', 'a word of tomorrow']) {
      expect((await seen({ status })).kind).toBe('failed')
    }
    expect((await seen({ status: 'banned' })).kind).toBe('banned')
    expect((await seen({ status: 'failed', error_code: 2008, error_msg: 'no' })).kind).toBe(
      'banned',
    )
    // Older responses have the link in an object, or under another name.
    for (const output of [{ pbr_model: { url: 'https://x/y' } }, { model: 'https://x/y' }]) {
      expect(await seen({ status: 'success', output })).toMatchObject({ modelUrl: 'https://x/y' })
    }
  })

  test('a task id with unexpected characters never becomes part of a URL', async () => {
    const { started } = await against(() =>
      Response.json({ code: 0, data: { task_id: '../account' } }),
    )
    expect(started.kind).toBe('failed')
  })
})

describe('fal’s errors', () => {
  const detail = (type: string) => ({ detail: [{ loc: ['body'], msg: 'said so', type }] })
  test.each([
    [401, { detail: 'no key' }, 'failed', /not available at the moment/],
    [402, { detail: 'pay' }, 'failed', /out of credit/],
    [403, { detail: 'User is locked. Reason: Exhausted balance.' }, 'failed', /out of credit/],
    [403, { detail: 'Forbidden' }, 'failed', /not available at the moment/],
    [404, { detail: 'Not found' }, 'failed', /no longer knows/],
    [422, detail('nsfw'), 'banned', /content policy refused this request: "said so"/],
    [422, detail('content_policy_violation'), 'banned', /content policy/],
    [400, detail('content_policy_violation'), 'banned', /content policy/],
    [422, detail('image_load_error'), 'failed', /could not make this model: "said so"/],
    [422, { detail: 'a plain text' }, 'failed', /could not make this model: "a plain text"/],
    [500, { detail: 'broke', error_type: 'internal_error' }, 'failed', /answered with an error/],
    [504, { detail: 'late', error_type: 'request_timeout' }, 'failed', /did not answer in time/],
    [500, 'not an object at all', 'failed', /answered with an error/],
  ] as const)('status %d with %j is %s', async (status, body, kind, message) => {
    const { started, startCalls } = await against(() => Response.json(body, { status }), 'engine_1')
    expect(started.kind).toBe(kind)
    expect(started).toHaveProperty('message', expect.stringMatching(message))
    expect(startCalls).toBe(1)
  })

  test('a completed run whose result is an error of the platform fails', async () => {
    const late = (request: Request) =>
      request.url.endsWith('/status')
        ? Response.json({ status: 'COMPLETED' })
        : Response.json({ detail: 'late', error_type: 'request_timeout' }, { status: 504 })
    expect((await against(late, 'engine_1')).read.kind).toBe('failed')
  })

  test('a picture that the vendor flags violates the content policy', async () => {
    const flagged = (request: Request) =>
      request.url.endsWith('/status')
        ? Response.json({ status: 'COMPLETED' })
        : Response.json({ images: [{ url: 'https://x/y.png' }], has_nsfw_concepts: [true] })
    expect((await against(flagged, 'engine_1')).read.kind).toBe('banned')
  })
})

describe.each(['engine_1', 'engine_2'] as const)('any response to %s', (engine) => {
  test.each([429, 502, 503, 504])(
    'a poll that is refused with %d is retried twice, and the next poll follows later',
    async (status) => {
      const response = () => new Response('away', { status, headers: { 'retry-after': '3' } })
      const { read, readCalls, readWaited } = await against(response, engine)
      expect(read).toMatchObject({ kind: 'running', percent: null })
      expect(readCalls).toBe(3)
      expect(readWaited).toEqual([3_000, 3_000])
    },
  )

  test('Retry-After is capped, and may be a date', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString()
    for (const value of ['86400', tomorrow]) {
      const response = () =>
        new Response('away', { status: 503, headers: { 'retry-after': value } })
      expect((await against(response, engine)).readWaited).toEqual([10_000, 10_000])
    }
  })

  test('without Retry-After, the pauses double, with jitter; those of a creation are longer', async () => {
    const { startWaited, readWaited } = await against(
      () => new Response('', { status: 429 }),
      engine,
    )
    // The wait doubles each time. Jitter adds at most the same time again, and no wait exceeds 10 s.
    const bounds = (firstMs: number, waits: number[]) =>
      waits.map((_, index) => [firstMs * 2 ** index, Math.min(10_000, firstMs * 2 ** (index + 1))])
    for (const [waits, firstMs, count] of [
      [readWaited, 500, 2],
      [startWaited, 2_000, 3],
    ] as const) {
      expect(waits).toHaveLength(count)
      for (const [index, [min = 0, max = 0]] of bounds(firstMs, waits).entries()) {
        expect(waits[index]).toBeGreaterThanOrEqual(min)
        expect(waits[index]).toBeLessThanOrEqual(max)
      }
    }
  })

  test('an endless response is not read to its end', async () => {
    let sent = 0
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            sent += 65_536
            controller.enqueue(new Uint8Array(65_536))
          },
        }),
      )
    const { started, startCalls } = await against(endless, engine)
    expect(started.kind).toBe('failed')
    expect(startCalls).toBe(1)
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  test('a page instead of JSON is an error', async () => {
    const page = () =>
      new Response('<html>hello</html>', { headers: { 'content-type': 'text/html' } })
    const { started, read } = await against(page, engine)
    expect([started.kind, read.kind]).toEqual(['failed', 'running'])
  })

  test('a redirect is not followed', async () => {
    let visits = 0
    const elsewhere = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => {
        visits += 1
        return new Response('{}')
      },
    })
    try {
      const response = () => Response.redirect(`http://127.0.0.1:${elsewhere.port}/`, 307)
      const { started, startCalls, read } = await against(response, engine)
      expect([started.kind, read.kind]).toEqual(['failed', 'running'])
      expect([startCalls, visits]).toEqual([1, 0])
    } finally {
      await elsewhere.stop(true)
    }
  })
})

test('vendor reasons are shortened and lose links and keys before they are shown', async () => {
  const message = `see https://vendor.example/a?token=1 and Bearer tsk_0123456789abcdef or\n${'x'.repeat(500)}`
  const { started } = await against(() => Response.json({ code: 2008, message }, { status: 400 }))
  if (started.kind !== 'banned') throw new Error(started.kind)
  expect(started.message).toStartWith(
    `The engine's content policy refused this request: "see [link] and [key] or xxx`,
  )
  expect(started.message.length).toBeLessThan(300)
})
