// Idempotency-Key works on every call that spends, as on submits (decisions.md 14).
import { beforeEach, describe, expect, test } from 'bun:test'
import {
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { checkoutBody, storeCube } from '../../../testing/people/shop.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 100 })
beforeEach(async () => {
  await resetRateLimits(service.db)
})

type Door = {
  readonly name: string
  readonly path: string
  /** Returns a different request for each number. */
  readonly body: (number: number) => Promise<object | FormData>
  /** Returns how much was made or spent so far. */
  readonly made: () => Promise<unknown>
}

const count = async (table: 'generation_jobs' | 'purchases' | 'orders' | 'images') => {
  const query = service.db.selectFrom(table).where('account_id', '=', person.accountId)
  const { rows } = await query
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}
const jobs = async () => [await count('generation_jobs'), await service.ledger(person)]

let drawn = 0
const pictures = async () => drawn
let generationId = ''
let modelUrl = ''
beforeEach(async () => {
  const made = await service.post('/api/generate', person, { prompt: 'a cup' })
  generationId = (await made.json()).generationId
  modelUrl = await storeCube(service, person, 30)
  const { imageModel } = service.deps
  drawn = 0
  service.replace({
    imageModel: {
      ...imageModel,
      draw: (request) => {
        drawn += 1
        return imageModel.draw(request)
      },
      edit: (request) => {
        drawn += 1
        return imageModel.edit(request)
      },
    },
  })
})

/** A real picture: the sample image model decodes it. */
const photo = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
function form(fields: Record<string, string>): FormData {
  const body = generationForm(fields)
  body.set('image', new File([photo], 'photo.png', { type: 'image/png' }))
  return body
}

const keys = new Map<number, object>()
const doors: readonly Door[] = [
  {
    name: 'generate, of words',
    path: '/api/generate',
    body: async (number) => ({ prompt: `a cup ${number}` }),
    made: jobs,
  },
  {
    name: 'generate, of a photo',
    path: '/api/generate',
    body: async (number) => form({ inputMode: 'image_text', prompt: `a cup ${number}` }),
    made: jobs,
  },
  {
    name: 'start, of words',
    path: '/api/generate/start',
    body: async (number) => ({ prompt: `a cup ${number}` }),
    made: jobs,
  },
  {
    name: 'start, of a photo',
    path: '/api/generate/start',
    body: async (number) => form({ inputMode: 'image_text', prompt: `a cup ${number}` }),
    made: jobs,
  },
  {
    name: 'retexture',
    path: '/api/retexture',
    body: async (number) => ({ generationId, prompt: `mossy stone ${number}` }),
    made: jobs,
  },
  {
    name: 'draw a picture',
    path: '/api/images/generate',
    body: async (number) => ({ prompt: `a cup ${number}`, size: '512x512' }),
    made: pictures,
  },
  {
    name: 'edit a picture',
    path: '/api/images/edit',
    body: async (number) => form({ prompt: `in red ${number}` }),
    made: pictures,
  },
  {
    name: 'checkout',
    path: '/api/checkout',
    body: async (number) => {
      const earlier = keys.get(number)
      const body = earlier ?? checkoutBody([{ modelUrl, color: 'Black', quantity: number }])
      keys.set(number, body)
      return body
    },
    made: () => count('orders'),
  },
  {
    name: 'gift card',
    path: '/api/gift-cards/purchase',
    body: async (number) => ({
      amountCents: 2500 + number,
      recipientEmail: 'grace@example.com',
    }),
    made: () => count('purchases'),
  },
  {
    name: 'credits',
    path: '/api/account/credits',
    body: async (number) => ({ pack: number === 1 ? 10 : 50 }),
    made: () => count('purchases'),
  },
]

async function send({ path, body }: Door, key: string | null, number = 1) {
  const headers = {
    ...person.session,
    origin: service.baseUrl,
    ...(key !== null && { 'idempotency-key': key }),
  }
  const sent = await body(number)
  const request =
    sent instanceof FormData ? { method: 'POST', headers, body: sent } : jsonPost(sent, headers)
  const response = await service.fetch(path, request)
  return {
    status: response.status,
    json: await response.json(),
    replayed: response.headers.get('idempotent-replayed'),
    retryAfter: response.headers.get('retry-after'),
  }
}

describe.each(doors)('$name', (door) => {
  beforeEach(() => keys.clear())

  test('the same request again returns the first response, and makes nothing', async () => {
    const first = await send(door, 'a key')
    expect([first.status < 300, first.replayed]).toEqual([true, null])
    const made = await door.made()
    const again = await send(door, 'a key')
    expect(again).toMatchObject({ status: first.status, json: first.json, replayed: 'true' })
    expect(await door.made()).toEqual(made)
  })

  test('another request under the key is refused, and makes nothing', async () => {
    expect((await send(door, 'a key')).status).toBeLessThan(300)
    const made = await door.made()
    expect(await send(door, 'a key', 2)).toMatchObject({
      status: 409,
      json: { error: 'This Idempotency-Key was used with a different request. Use a new key.' },
    })
    expect(await door.made()).toEqual(made)
  })

  test('a key in use is reported, and one that is too long is refused', async () => {
    const first = send(door, 'a key')
    const second = await send(door, 'a key')
    const done = await first
    // Whichever request was first made it.
    const statuses = [done, second].map(({ status }) => status).sort()
    expect(statuses[0]).toBeLessThan(300)
    expect(statuses[1] === 409 || [done, second].some(({ replayed }) => replayed === 'true')).toBe(
      true,
    )
    expect((await send(door, 'k'.repeat(256), 2)).status).toBe(400)
  })
})

test('a refusal is not stored: the key may be used again', async () => {
  const [door] = doors
  if (door === undefined) throw new Error('no door')
  await service.setCredits(person, 0)
  expect((await send(door, 'a key')).status).toBe(403)
  await service.setCredits(person, 5)
  expect(await send(door, 'a key')).toMatchObject({ status: 200, replayed: null })
})

test('a key is valid only for its account, and for a day', async () => {
  const [, , start] = doors
  if (start === undefined) throw new Error('no door')
  const first = await send(start, 'a key')
  await service.db
    .updateTable('spend_keys')
    .set({ created_at: new Date(Date.now() - 24 * 3_600_000) })
    .execute()
  expect((await send(start, 'a key')).json.jobId).not.toBe(first.json.jobId)
  const other = await service.person()
  const foreign = await service.fetch(
    '/api/generate/start',
    jsonPost({ prompt: 'a cup 1' }, { ...other.session, 'idempotency-key': 'a key' }),
  )
  expect(foreign.headers.get('idempotent-replayed')).toBeNull()
})

test('a repeat after the process died finds the job that it had queued', async () => {
  for (const path of ['/api/generate/start', '/api/generate']) {
    const door = { path, body: async () => ({ prompt: `for ${path}` }), name: '', made: jobs }
    const first = await send(door, path)
    const made = await door.made()
    // Simulates a process that died before it stored its response.
    await service.db
      .updateTable('spend_keys')
      .set({ answer: null, claimed_at: new Date(Date.now() - 60_000) })
      .where('key', '=', path)
      .execute()
    const again = await send(door, path)
    expect(again.json).toEqual(first.json)
    expect(await door.made()).toEqual(made)
  }
})
