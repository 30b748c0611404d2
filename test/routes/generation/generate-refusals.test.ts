// The refusals of POST /api/generate and /api/generate/start, word for word, and their order.
import { describe, expect, test } from 'bun:test'
import { openEngineBench } from '../../../testing/engines/engine-bench.ts'
import {
  type GenerationService,
  generationForm,
  openGenerationService,
  pictureBytes,
  startedTask,
  succeeded,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const person = usePerson(service)

const both = ['/api/generate', '/api/generate/start'] as const
type Body = Parameters<GenerationService['post']>[2]
const refusal = async (body: Body, path: (typeof both)[number] = '/api/generate') => {
  const response = await service.post(path, person, body)
  return [response.status, await response.json()] as const
}
const form = generationForm
/** contract.md 9.1: 10 MB. */
const tenMegabytes = 10 * 1024 * 1024
/** contract.md 9.5: 15 minutes. */
const quarterHourSeconds = 15 * 60

verifies(['gen.error.unauthenticated', 'auth.key.not-generation'], async () => {
  const { headers: keyed } = await service.account()
  const strangers = [
    {},
    keyed,
    { authorization: `Bearer svc_ext_${'0'.repeat(48)}` },
    { cookie: 'better-auth.session_token=nobody' },
  ]
  for (const headers of strangers) {
    for (const path of both) {
      const response = await service.fetch(path, { method: 'POST', headers, body: '{}' })
      expect([response.status, await response.json()]).toEqual([
        401,
        { error: 'Authentication required' },
      ])
    }
    const status = await service.fetch('/api/generate/status?jobId=x', { headers })
    expect([status.status, await status.json()]).toEqual([
      401,
      { error: 'Authentication required' },
    ])
  }
})

verifies(
  [
    'gen.session-or-token',
    'auth.token.generate',
    'auth.token.generate-start',
    'auth.token.generate-status',
    'auth.session.generation',
  ],
  async () => {
    const body = JSON.stringify({ prompt: 'a cup' })
    for (const headers of [person.session, person.token]) {
      const json = { ...headers, 'content-type': 'application/json' }
      const now = await service.fetch('/api/generate', { method: 'POST', headers: json, body })
      expect(now.status).toBe(200)
      const start = await service.fetch('/api/generate/start', rawPost(body, json))
      const { jobId } = await start.json()
      const status = await service.fetch(`/api/generate/status?jobId=${jobId}`, { headers })
      expect([start.status, status.status]).toEqual([200, 200])
    }
  },
)

describe('the body', () => {
  verifies('gen.error.json', async () => {
    for (const body of ['{', 'prompt=a', '', 'a cup']) {
      expect(await refusal(body)).toEqual([400, { error: 'invalid json body' }])
    }
  })

  verifies('gen.error.multipart', async () => {
    const bodies = [
      ['multipart/form-data', 'no boundary'],
      ['multipart/form-data; boundary=b', 'not a form'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="prompt"\r\n\r\ncut',
      ],
    ] as const
    for (const [type, body] of bodies) {
      const headers = { ...person.session, 'content-type': type }
      const response = await service.fetch('/api/generate', { method: 'POST', headers, body })
      expect([type, body, response.status, await response.json()]).toEqual([
        type,
        body,
        400,
        { error: 'invalid generation request' },
      ])
    }
  })

  verifies('gen.error.prompt-required', async () => {
    const response = [400, { error: 'prompt is required' }] as const
    expect(await refusal({ prompt: ' ' })).toEqual(response)
    expect(await refusal(form({ inputMode: 'text' }))).toEqual(response)
    expect(await refusal(form({ inputMode: 'image_text' }, [{}]))).toEqual(response)
  })

  verifies('gen.error.prompt-too-long', async () => {
    const response = [400, { error: 'prompt too long (max 500 chars)' }] as const
    expect(await refusal({ prompt: 'x'.repeat(501) })).toEqual(response)
    expect(await refusal(form({ prompt: 'x'.repeat(501) }, [{}]))).toEqual(response)
  })

  verifies('gen.error.input-mode', async () => {
    const response = [400, { error: 'invalid input mode' }] as const
    expect(await refusal(form({ inputMode: 'video', prompt: 'a' }))).toEqual(response)
  })

  verifies('gen.error.multiview-count', async () => {
    const response = [400, { error: 'multiview needs 2 to 4 images' }] as const
    const views = (count: number) =>
      Array.from({ length: count }, () => ({ field: 'images' as const }))
    for (const count of [0, 1, 5, 12]) {
      expect(await refusal(form({ inputMode: 'multiview' }, views(count)))).toEqual(response)
    }
  })

  verifies(['gen.error.image-too-large', 'gen.multipart.image'], async () => {
    const response = [400, { error: 'image exceeds 10MB limit' }] as const
    expect(await refusal(form({}, [{ bytes: tenMegabytes + 1 }]))).toEqual(response)
    // The form is also refused when it is too large to be read to its end.
    expect(await refusal(form({}, [{ bytes: 45 * 1024 * 1024 }]))).toEqual(response)
    const fits = await service.post('/api/generate', person, form({}, [{ bytes: tenMegabytes }]))
    expect(fits.status).toBe(200)
    // Bytes after IEND are cut off (57 bytes: signature, IHDR, IDAT, IEND).
    expect(service.engine.asked[0]?.images[0]?.sizeBytes).toBe(57)
  })

  verifies('gen.error.multiview-image-too-large', async () => {
    const views = [{ field: 'images' }, { field: 'images', bytes: tenMegabytes + 1 }] as const
    expect(await refusal(form({ inputMode: 'multiview' }, views))).toEqual([
      400,
      { error: 'an image exceeds the 10MB limit' },
    ])
  })

  verifies(
    'gen.error.multiview-image-too-large',
    'a form that is too large to be read to its end gets the same refusal on both endpoints',
    async () => {
      const views = Array.from({ length: 4 }, () => ({
        field: 'images' as const,
        bytes: 11 * 1024 * 1024,
      }))
      const modeLast = form({}, views)
      modeLast.set('inputMode', 'multiview')
      const single = [{ bytes: 45 * 1024 * 1024 }]
      const several = 'an image exceeds the 10MB limit'
      for (const [name, body, error] of [
        ['the mode before the pictures', form({ inputMode: 'multiview' }, views), several],
        ['the mode after them', modeLast, several],
        ['one picture', form({ inputMode: 'image' }, single), 'image exceeds 10MB limit'],
        [
          'a picture of a name that counts for nothing',
          form({ inputMode: 'image' }, views),
          'image exceeds 10MB limit',
        ],
      ] as const) {
        const raw = new Request('http://localhost', { method: 'POST', body })
        const type = raw.headers.get('content-type') ?? ''
        const bytes = await raw.arrayBuffer()
        for (const declared of [{}, { 'content-length': String(bytes.byteLength) }]) {
          for (const path of both) {
            const headers = { ...person.session, ...declared, 'content-type': type }
            const response = await service.fetch(path, { method: 'POST', headers, body: bytes })
            expect([name, path, declared, response.status, await response.json()]).toEqual([
              name,
              path,
              declared,
              400,
              { error },
            ])
          }
        }
      }
    },
  )

  verifies('gen.error.image-type', async () => {
    expect(await refusal(form({}, [{ type: 'image/gif' }]))).toEqual([
      400,
      { error: 'unsupported image type: image/gif' },
    ])
  })

  verifies(
    'gen.error.image-type',
    'a picture is recognized by its bytes before anything is charged',
    async () => {
      const before = await service.credits(person)
      const sent = [
        [{ content: 'text/plain' }, 'application/octet-stream'],
        [{ content: 'image/gif' }, 'image/gif'],
        [{ content: 'image/png', bytes: 7 }, 'application/octet-stream'],
      ] as const
      for (const [picture, found] of sent) {
        const response = await refusal(form({ inputMode: 'image' }, [picture]))
        expect(response).toEqual([400, { error: `unsupported image type: ${found}` }])
      }
      const views = [{ field: 'images' }, { field: 'images', content: 'text/plain' }] as const
      const [status] = await refusal(form({ inputMode: 'multiview' }, views))
      expect(status).toBe(400)
      expect(service.engine.asked).toEqual([])
      expect(await service.credits(person)).toBe(before)
      // A supported picture with the label of another type is accepted as its real type.
      const mislabelled = form({}, [{ type: 'image/png', content: 'image/webp' }])
      expect((await service.post('/api/generate', person, mislabelled)).status).toBe(200)
      expect(service.engine.asked[0]?.images[0]?.mimeType).toBe('image/webp')
    },
  )

  test('a file that only begins like a picture is refused before anything is charged', async () => {
    const before = await service.credits(person)
    const broken = [
      ['image/jpeg', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('junk')])],
      ['image/png', pictureBytes(45)],
      ['image/jpeg', pictureBytes(16, 'image/jpeg')],
      ['image/webp', pictureBytes(33, 'image/webp')],
    ] as const
    for (const [type, bytes] of broken) {
      const body = generationForm({ inputMode: 'image' })
      body.append('image', new File([bytes], 'photo', { type }))
      expect([type, ...(await refusal(body))]).toEqual([
        type,
        400,
        { error: 'The image is damaged or incomplete. Send a whole PNG, JPEG or WebP file.' },
      ])
    }
    expect(service.engine.asked).toEqual([])
    expect(await service.credits(person)).toBe(before)
  })

  verifies('gen.error.image-required', async () => {
    const response = [400, { error: 'image file is required' }] as const
    expect(await refusal(form({}))).toEqual(response)
    expect(await refusal(form({ inputMode: 'image_text', prompt: 'a' }))).toEqual(response)
    expect(await refusal(form({ image: 'a text field of that name' }))).toEqual(response)
  })

  test('JSON beyond 64 kB is refused without being read further', async () => {
    const [status] = await refusal({ prompt: 'a', style: 'x'.repeat(70_000) })
    expect(status).toBe(413)
  })

  verifies(['gen.error.start-empty', 'gen.start.empty-body'], async () => {
    const response = [400, { error: 'invalid body' }] as const
    expect(await refusal('', '/api/generate/start')).toEqual(response)
    const jobs = await service.db
      .selectFrom('generation_jobs')
      .select('id')
      .where('account_id', '=', person.accountId)
      .execute()
    expect(jobs).toEqual([])
  })
})

verifies('gen.error.nsfw', async () => {
  expect(await refusal({ prompt: 'forbidden' })).toEqual([
    400,
    {
      error: 'nsfw',
      message: 'The prompt asks for a weapon or a part of one. Describe something else.',
    },
  ])
})

test("a vendor's content policy gives the same refusal as our own, with the credits refunded", async () => {
  service.engine.script.read = () => ({ kind: 'banned', message: 'Not allowed by the vendor.' })
  expect(await refusal({ prompt: 'a cup' })).toEqual([
    400,
    { error: 'nsfw', message: 'Not allowed by the vendor.' },
  ])
  expect(await service.credits(person)).toBe(5)
})

verifies('gen.error.no-credits', async () => {
  await service.setCredits(person, 2)
  const body = { prompt: 'a cup', mode: 'hi_fi', advanced: { meshQuality: 'high' } }
  expect(await refusal(body)).toEqual([
    403,
    {
      error: 'no_credits',
      message:
        'This generation costs 3 credits and the account has 2. Buy more on the account page, at /account.',
      needsPayment: true,
      creditsRequired: 3,
      creditsAvailable: 2,
    },
  ])
  expect(service.engine.calls).toEqual([])
  expect(await service.ledger(person)).toEqual([])
})

test("the log warns about the service's faults, and only notes the caller's", async () => {
  await service.setCredits(person, 1)
  const written = () =>
    service
      .logs()
      .filter(({ event }) => event.startsWith('generation.'))
      .map(({ level, event, reason }) => [level, event, reason])
  const before = written().length
  await refusal({ prompt: 'a cup', mode: 'hi_fi' })
  service.engine.script.start = () => ({ kind: 'failed', message: 'The 3D engine is out.' })
  await refusal({ prompt: 'a cup' })
  expect(written().slice(before)).toEqual([
    ['info', 'generation.refused', 'no_credits'],
    ['warn', 'generation.failed', 'engine_failed'],
  ])
})

describe('the engine', () => {
  verifies(
    ['gen.error.vendor-credits', 'gen.error.engine'],
    'a vendor without credit leads to a 502 with a sentence, and the credits are refunded',
    async () => {
      const bench = openEngineBench()
      const back = service.replace({ engines: bench.engines })
      try {
        for (const engine of ['engine_1', 'engine_2']) {
          const prompt = `a boat for ${engine} [no-credit]`
          expect(await refusal({ prompt, advanced: { engine } })).toEqual([
            502,
            {
              error:
                'The engine is out of credit with its vendor at the moment. Choose another engine, or try again later.',
            },
          ])
        }
      } finally {
        back()
        await bench.close()
      }
      const ledger = await service.ledger(person)
      expect(ledger.map(({ credits }) => credits)).toEqual([-1, 1, -1, 1])
      expect(await service.credits(person)).toBe(5)
    },
  )

  verifies(
    'gen.error.engine',
    'the engine’s message is the response at every step that can fail',
    async () => {
      const message = 'It cannot be asked now.'
      service.engine.script.start = () => ({ kind: 'failed', message })
      expect(await refusal({ prompt: 'a cup' })).toEqual([502, { error: message }])
      service.engine.script.start = () => startedTask()
      service.engine.script.read = () => ({ kind: 'failed', message: 'It could not be made.' })
      expect(await refusal({ prompt: 'a cup' })).toEqual([502, { error: 'It could not be made.' }])
      service.engine.script.read = () => ({
        kind: 'succeeded',
        modelUrl: 'https://x.example/',
        previewUrl: null,
        expiresAt: null,
      })
      service.engine.script.download = () => ({ kind: 'failed', message: 'The link is dead.' })
      expect(await refusal({ prompt: 'a cup' })).toEqual([502, { error: 'The link is dead.' }])
      expect(await service.credits(person)).toBe(5)
      const ledger = await service.ledger(person)
      expect(ledger.map(({ credits }) => credits)).toEqual([-1, 1, -1, 1, -1, 1])
    },
  )

  test('that breaks during a creation is not called again', async () => {
    service.engine.script.start = () => Promise.reject(new Error('connection reset'))
    const [status, response] = await refusal({ prompt: 'a cup' })
    expect(status).toBe(502)
    expect(response.error).not.toContain('connection reset')
    expect(service.engine.calls).toEqual(['start'])
    expect(await service.credits(person)).toBe(5)
  })

  verifies('gen.error.engine-timeout', async () => {
    let looks = 0
    service.engine.script.read = () => {
      looks += 1
      service.advance(quarterHourSeconds + 1)
      return { kind: 'running', percent: 50 }
    }
    const [status, response] = await refusal({ prompt: 'a cup' })
    service.advance(-looks * (quarterHourSeconds + 1))
    expect([status, response]).toEqual([
      502,
      { error: 'The 3D engine did not finish within 15 minutes. Your credits were refunded.' },
    ])
    expect(looks).toBe(1)
    expect(await service.credits(person)).toBe(5)
  })

  test('a job that is finished in time and moderated late succeeds', async () => {
    const late = quarterHourSeconds + 1
    service.engine.script.read = () => {
      service.advance(late)
      return succeeded
    }
    const response = await service.post('/api/generate', person, { prompt: 'a cup' })
    service.advance(-late)
    expect(response.status).toBe(200)
    expect(await service.credits(person)).toBe(4)
  })
})

describe('the limit', () => {
  const spend = async (path: (typeof both)[number], headers: Record<string, string>) =>
    (await service.fetch(path, { method: 'POST', headers, body: '' })).status

  verifies(
    [
      'gen.error.limit',
      'limits.enforced.generate',
      'limits.enforced.generate-start',
      'limits.enforced.start-and-generate-apart',
    ],
    async () => {
      for (const path of both) {
        const statuses: number[] = []
        for (let call = 0; call < 20; call += 1) {
          statuses.push(await spend(path, call % 2 === 0 ? person.session : person.token))
        }
        expect(statuses).toEqual(Array.from({ length: 20 }, () => 400))
        const refused = await service.fetch(path, { method: 'POST', headers: person.token })
        expect([refused.status, await refused.json()]).toEqual([
          429,
          { error: 'Generation limit reached. Please try again later.' },
        ])
        const seconds = Number(refused.headers.get('retry-after'))
        expect(seconds).toBeGreaterThanOrEqual(1)
        expect(seconds).toBeLessThanOrEqual(3600)
      }
      const other = await service.person()
      expect(await spend('/api/generate', other.session)).toBe(400)
    },
  )

  verifies('limits.enforced.status-unlimited', async () => {
    const started = await service.post('/api/generate/start', person, { prompt: 'a cup' })
    const { jobId } = await started.json()
    for (let call = 0; call < 60; call += 1) {
      const headers = person.session
      const response = await service.fetch(`/api/generate/status?jobId=${jobId}`, { headers })
      expect(response.status).toBe(200)
    }
  })
})
