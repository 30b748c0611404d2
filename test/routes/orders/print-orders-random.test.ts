// Random submits with misspelled, doubled, empty, unknown and non-ASCII fields: never charged for anything that was
// not requested, never a 5xx. SUBMITS=10000 for ten thousand, SEED=<n> repeats a run.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { isFullDepth } from '../../../testing/depth.ts'
import { type RandomForm, randomForm } from '../../../testing/money/random-forms.ts'
import { CUBE, type SubmitBody } from '../../../testing/people/submit.ts'
import { seededRandom, seedFromEnvironment } from '../../../testing/seeded-random.ts'
import { multipartBody, type Part } from '../../../testing/service/multipart.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const SUBMITS = Number(process.env['SUBMITS'] ?? (isFullDepth ? 300 : 100))
const AT_ONCE = 8
setDefaultTimeout(60_000 + SUBMITS * 200)
const cube: Part = { name: 'file', content: CUBE.bytes as Uint8Array, fileName: CUBE.name }

const service = useService()
const account = use(() => service.account())

const seed = seedFromEnvironment()
console.log(`random submits: SEED=${seed}`)

type Found = { readonly status: number; readonly body: Record<string, unknown> }

async function send({ parts }: RandomForm): Promise<Found> {
  const { headers, body } = multipartBody(parts)
  const response = await service.fetch(
    '/api/print/orders',
    rawPost(body, { ...account.headers, ...headers }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Returns the differences from the contract; null when there are none. */
async function difference({ expected }: RandomForm, { status, body }: Found): Promise<unknown> {
  if (expected.kind === 'refused') {
    const isNamed = expected.because.some((reason) => String(body['error']).includes(reason))
    const isRight = status === 400 && isNamed && !('code' in body)
    return isRight ? null : { expected, status, body }
  }
  if (status !== 201) return { expected, status, body }
  const order = body as unknown as SubmitBody
  const charge = await service.stripe.charges({ orderCode: order.code })
  const row = await service.db
    .selectFrom('orders')
    .select(Object.keys(expected.options) as (keyof typeof expected.options)[])
    .where('code', '=', order.code)
    .executeTakeFirstOrThrow()
  const found = {
    cents: Math.round((order.charged ?? 0) * 100),
    taken: charge.amountCents,
    succeeded: charge.succeeded,
    ignored: (order.ignored ?? []).toSorted(),
    options: row,
  }
  const wanted = {
    cents: expected.cents,
    taken: expected.cents,
    succeeded: 1,
    ignored: expected.ignored.toSorted(),
    options: expected.options,
  }
  return Bun.deepEquals(found, wanted) ? null : { wanted, found }
}

verifies(
  ['decision.ignored-fields', 'decision.misspelled-field', 'decision.misspelled-field-first'],
  `${SUBMITS} random forms are read and priced as the contract says, to the cent`,
  async () => {
    const random = seededRandom(seed)
    const forms = Array.from({ length: SUBMITS }, () => randomForm(random, cube))
    const statuses = new Map<number, number>()
    const wrong: unknown[] = []
    const startedAt = performance.now()
    const queue = forms.entries()
    const work = async () => {
      for (const [index, form] of queue) {
        const found = await send(form)
        statuses.set(found.status, (statuses.get(found.status) ?? 0) + 1)
        const differs = await difference(form, found)
        if (differs !== null) wrong.push({ seed, index, parts: form.parts.slice(0, -1), differs })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${SUBMITS} submits in ${seconds} s:`, Object.fromEntries(statuses))
    expect(wrong.slice(0, 3)).toEqual([])
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    // Both kinds occurred; otherwise the run proves nothing.
    expect(statuses.get(201) ?? 0).toBeGreaterThan(SUBMITS / 5)
    expect(statuses.get(400) ?? 0).toBeGreaterThan(SUBMITS / 10)
  },
)

test('the card is charged exactly the amounts of the orders', async () => {
  const { rows } = await service.service.database.pool.query(
    'select count(*)::int as orders, coalesce(sum(total_cents), 0)::int as cents from orders where paid',
  )
  expect(await service.stripe.charges({ customer: account.customerId ?? '' })).toEqual({
    succeeded: rows[0].orders,
    declined: 0,
    amountCents: rows[0].cents,
    refundedCents: 0,
  })
})
