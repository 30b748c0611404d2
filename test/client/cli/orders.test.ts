// svc against the complete service: it charges the price that it shows, once, and every way in which an order can end
// has an exit code.
import { beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { standInSlicer } from '../../../testing/agent/stand-ins.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { asciiStl, box, cubeStl } from '../../../testing/models/meshes.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { useLosingProxy } from './losing-proxy.ts'
import { useCli } from './run-cli.ts'

const service = useService()
const proxy = useLosingProxy(() => service.baseUrl)
const apiKeys = { visa: '', declined: '', none: '' }
const cli = useCli(() => ({ SVC_URL: service.baseUrl, SVC_API_KEY: apiKeys.visa }))
const through = () => ({ env: { SVC_URL: proxy.url } })
const withKey = (key: string) => ({ env: { SVC_API_KEY: key } })

/** A slice of 100 cm3: 126 g of PLA at $0.12 make $15.12, and with US postage $22.12. */
const total = 22.12
/** By volume a 20 mm cube of PLA weighs 5 g, which costs the minimum of $1.00, and $8.00 with postage. */
const totalByVolume = 8

const address = {
  name: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  email: 'ada@example.com',
}

beforeAll(async () => {
  service.replace({ slicer: standInSlicer().slicer })
  apiKeys.declined = (await service.account({ card: 'pm_card_chargeCustomerFail' })).apiKey
  apiKeys.none = (await service.account({ card: null })).apiKey
  writeFileSync(cli.at('part.stl'), cubeStl({ sizeMm: 20 }))
  writeFileSync(cli.at('address.json'), JSON.stringify(address))
})

const part = ['part.stl', '--color', 'Black']
const order = ['order', ...part, '--address', 'address.json']
/** Creates an account per scenario: a key may order ten times an hour. */
const useNewAccount = () =>
  beforeAll(async () => {
    apiKeys.visa = (await service.account()).apiKey
  })
/** Returns the number of successful charges so far, and their sum. */
const charged = async () => {
  const { succeeded, amountCents } = await service.stripe.charges()
  return { succeeded, amountCents }
}
const since = async (before: { succeeded: number }) =>
  (await charged()).succeeded - before.succeeded
const field = (value: unknown, name: string) => String(Reflect.get(Object(value), name))
const quote = async () => field(await cli.json(0, ['quote', ...part]), 'quoteId')

describe('the displayed price', () => {
  useNewAccount()

  test('has these fields', async () => {
    expect(await cli.json(0, ['quote', ...part])).toEqual({
      quoteId: expect.stringMatching(/^quote_[0-9a-f]{32}$/),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      isHeld: true,
      modelUrl: expect.stringMatching(/^gs:\/\//),
      fileName: 'part.stl',
      dimensionsMm: [20, 20, 20],
      options: { material: 'pla', quality: 'standard', quantity: 1, infill: 20, color: 'Black' },
      measurement: { source: 'slicer', grams: 126, printHours: 2, layers: 250 },
      price: { currency: 'USD', shipsTo: 'US', print: 15.12, shipping: 7, total },
      note: expect.stringContaining('real slice'),
    })
  })

  test('of a model on standard input equals that of the file', async () => {
    const input = new TextDecoder().decode(asciiStl(box([20, 20, 20])))
    const dry = await cli.json(0, [...order.with(1, '-'), '--dry-run'], { input })
    expect(dry).toMatchObject({ dryRun: true, wouldCharge: total, fileName: 'part.stl' })
  })

  verifies('cli.price', async () => {
    const before = await charged()
    const dry = await cli.json(0, [...order, '--dry-run'])
    expect(dry).toMatchObject({ dryRun: true, wouldCharge: total, currency: 'USD' })
    expect(await charged()).toEqual(before)
    const placed = await cli.json(0, [
      'order',
      field(dry, 'quoteId'),
      '--address',
      'address.json',
      '--yes',
    ])
    expect(placed).toEqual({
      code: expect.stringMatching(/^SVC-[A-HJ-KM-NP-Z2-9]{6}$/),
      status: 'RECEIVED',
      paid: true,
      charge: 'charged',
      total,
      currency: 'USD',
      statusUrl: expect.stringMatching(/\/orders\/SVC-/),
      paymentUrl: null,
      message: null,
      isRepeated: false,
      quoteId: field(dry, 'quoteId'),
      idempotencyKey: null,
    })
    expect((await charged()).amountCents - before.amountCents).toBe(2212)
  })

  verifies('cli.price-by-volume', async () => {
    const before = await charged()
    const machine = ['--layer-height', '0.12', '--nozzle', '0.6', '--flow', 'high']
    const dry = await cli.json(0, [...order, ...machine, '--dry-run'])
    expect(dry).toMatchObject({ wouldCharge: totalByVolume, isHeld: false, quoteId: null })
    expect(Reflect.get(Object(dry), 'options')).toMatchObject({
      layerHeight: 0.12,
      nozzle: 0.6,
      flow: 'high',
    })
    const key = ['--idempotency-key', 'one by volume']
    const placed = await cli.json(0, [...order, ...machine, ...key, '--yes'])
    expect(placed).toMatchObject({ total: totalByVolume, isRepeated: false })
    const again = await cli.json(0, [...order, ...machine, ...key, '--yes'])
    expect(again).toMatchObject({ code: field(placed, 'code'), isRepeated: true })
    expect((await charged()).amountCents - before.amountCents).toBe(800)
    const stored = await service.db
      .selectFrom('orders')
      .select(['layer_height', 'nozzle_flow', 'nozzle_diameter'])
      .where('code', '=', field(placed, 'code'))
      .executeTakeFirstOrThrow()
    expect([
      Number(stored.layer_height),
      stored.nozzle_flow,
      Number(stored.nozzle_diameter),
    ]).toEqual([0.12, 'high', 0.6])
  })

  test('is refused where the farm would print the part differently', async () => {
    const run = await cli.run(['quote', ...part, '--layer-height', '0.5'])
    expect([run.code, run.stderr]).toEqual([
      1,
      expect.stringContaining('--layer-height 0.5 becomes 0.3'),
    ])
  })
})

describe('the buyer details on the invoice', () => {
  useNewAccount()

  const buyerOf = async (placed: unknown) => {
    const row = await orderRow(service.db, field(placed, 'code'))
    return [row.company, row.vat_id, row.purchase_order]
  }
  beforeAll(() => {
    const buyer = { company: 'Boxes GmbH', vatId: 'DE123456789', purchaseOrder: 'PO 1' }
    writeFileSync(cli.at('buyer.json'), JSON.stringify({ ...address, ...buyer }))
  })
  const byFile = ['order', ...part, '--address', 'buyer.json', '--yes']
  const machine = ['--layer-height', '0.12']

  test.each([
    ['of a quote', []],
    ['priced by volume', machine],
  ])('come from the address file, for an order %s', async (_, options) => {
    expect(await buyerOf(await cli.json(0, [...byFile, ...options]))).toEqual([
      'Boxes GmbH',
      'DE123456789',
      'PO 1',
    ])
  })

  test.each([
    ['of a quote', []],
    ['priced by volume', machine],
  ])('come from options, which take precedence, for an order %s', async (_, options) => {
    const own = ['--company', 'Lids Ltd', '--vat-id', 'GB123456789', '--purchase-order', '4711']
    expect(await buyerOf(await cli.json(0, [...byFile, ...own, ...options]))).toEqual([
      'Lids Ltd',
      'GB123456789',
      '4711',
    ])
  })
})

describe('an order that is repeated', () => {
  useNewAccount()

  verifies('cli.one-order', async () => {
    const before = await charged()
    const id = await quote()
    const place = ['order', id, '--address', 'address.json', '--yes']
    const first = await cli.json(0, place)
    expect(await cli.json(0, place)).toMatchObject({ code: field(first, 'code'), isRepeated: true })
    const keyed = [...order, '--yes', '--idempotency-key', 'order 17']
    const second = await cli.json(0, keyed)
    expect(await cli.json(0, keyed)).toMatchObject({
      code: field(second, 'code'),
      isRepeated: true,
    })
    expect(await since(before)).toBe(2)
    for (const option of [
      ['--infill', '30'],
      ['--units', 'in'],
      ['--layer-height', '0.12'],
    ]) {
      const other = await cli.run([...keyed, ...option])
      expect([other.code, other.stderr]).toEqual([
        2,
        expect.stringContaining('used for an order with another file'),
      ])
    }
  })

  verifies('cli.one-order', 'two commands at the same time under one key', async () => {
    const before = await charged()
    const keyed = [...order, '--yes', '--idempotency-key', 'order 18']
    const runs = await Promise.all([cli.run(keyed), cli.run(keyed)])
    expect(runs.map(({ code }) => code)).toContain(0)
    expect(await since(before)).toBe(1)
    expect(await cli.json(0, keyed)).toMatchObject({ isRepeated: true })
    expect(await since(before)).toBe(1)
  })

  verifies('cli.lost-response', async () => {
    const before = await charged()
    proxy.lose('create_print_order', 'response')
    const placed = await cli.json(0, [...order, '--yes'], through())
    proxy.lose('create_print_order', 'nothing')
    expect(placed).toMatchObject({ charge: 'charged', total })
    expect(await since(before)).toBe(1)
  })

  verifies('cli.unknown', async () => {
    const before = await charged()
    proxy.lose('create_print_order', 'response')
    proxy.lose('list_my_orders', 'status 503')
    const id = await quote()
    const place = ['order', id, '--address', 'address.json', '--yes']
    const lost = await cli.json(4, place, through())
    expect(lost).toMatchObject({
      exitCode: 4,
      quoteId: id,
      error: expect.stringContaining(`svc track ${id}`),
    })
    proxy.lose('create_print_order', 'nothing')
    proxy.lose('list_my_orders', 'nothing')
    const found = await cli.json(0, ['track', id])
    expect(await cli.json(0, place, through())).toMatchObject({
      code: field(found, 'code'),
      isRepeated: true,
    })
    expect(await since(before)).toBe(1)
  })
})

describe('Ctrl-C', () => {
  useNewAccount()

  verifies('cli.interrupted', async () => {
    const id = await quote()
    proxy.lose('create_print_order', 'hold')
    const held = proxy.held()
    const child = await cli.start(
      ['order', id, '--address', 'address.json', '--yes', '--json'],
      through(),
    )
    await held
    child.kill('SIGINT')
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect([await child.exited, JSON.parse(stdout)]).toEqual([
      4,
      expect.objectContaining({ exitCode: 4 }),
    ])
    expect(stderr).toContain(`may have been placed and charged. Find out with: svc track ${id}`)
    proxy.lose('create_print_order', 'nothing')
    expect(await cli.json(0, ['track', id])).toMatchObject({ paid: true, charge: 'charged' })
  })

  test('before the charge reports that nothing was charged', async () => {
    proxy.lose('quote_print', 'hold')
    const held = proxy.held()
    const child = await cli.start([...order, '--yes'], through())
    await held
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    expect(await new Response(child.stderr).text()).toBe(
      'Interrupted. Nothing was ordered or charged.\n',
    )
    proxy.lose('quote_print', 'nothing')
  })
})

describe('exit codes of orders', () => {
  useNewAccount()

  verifies('cli.unpaid', async () => {
    for (const [key, charge] of [
      [apiKeys.declined, 'declined'],
      [apiKeys.none, 'no_card'],
    ] as const) {
      const placed = await cli.json(3, [...order, '--yes'], withKey(key))
      expect(placed).toMatchObject({
        paid: false,
        charge,
        paymentUrl: expect.stringMatching(/\/orders\/SVC-.*\/pay$/),
      })
      expect(await cli.json(3, ['track', field(placed, 'code')], withKey(key))).toMatchObject({
        charge,
      })
    }
  })

  test('a charge that is not settled exits with 4', async () => {
    await service.stripe.fault({
      method: 'POST',
      path: '/v1/payment_intents',
      when: 'after',
      times: 'always',
      outcome: 'reset',
    })
    const placed = await cli.json(4, [...order, '--yes'])
    await service.stripe.clearFaults()
    expect(placed).toMatchObject({ charge: 'settling', paymentUrl: null })
  })

  test('without a terminal nothing is ordered unless --yes is given', async () => {
    const before = await charged()
    const run = await cli.run(order)
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toContain('  total       $22.12')
    expect(run.stderr).toContain('no terminal to confirm $22.12 on')
    expect(await charged()).toEqual(before)
  })

  test.each<[string, number, string[], Record<string, string>, string]>([
    [
      'a country that is not served',
      1,
      ['quote', 'part.stl', '--country', 'XX'],
      {},
      "We don't currently ship to XX.",
    ],
    ['an unknown order', 1, ['track', 'SVC-AAAAAA'], {}, 'not found'],
    [
      'an unknown quote',
      1,
      ['order', 'quote_none', '--address', 'address.json', '--yes'],
      {},
      'has no quote with that quote_id',
    ],
    [
      'an unknown key',
      6,
      ['quote', 'part.stl'],
      { SVC_API_KEY: `svc_live_${'0'.repeat(48)}` },
      'does not accept this key',
    ],
    ['no key', 6, ['quote', 'part.stl'], { SVC_API_KEY: '' }, 'There is no API key'],
    [
      'a service that is away',
      5,
      ['materials'],
      { SVC_URL: 'http://127.0.0.1:1' },
      'http://127.0.0.1:1 cannot be reached. If the service is at another address, name it with --url or SVC_URL,',
    ],
    [
      'a service that is away, asked over the agent endpoint',
      5,
      ['orders'],
      { SVC_URL: 'http://127.0.0.1:1' },
      'http://127.0.0.1:1 cannot be reached. If the service is at another address, name it with --url or SVC_URL,',
    ],
    [
      'a service that is away, asked for the key',
      5,
      ['keys'],
      { SVC_URL: 'http://127.0.0.1:1' },
      'http://127.0.0.1:1 cannot be reached. If the service is at another address, name it with --url or SVC_URL,',
    ],
  ])('%s exits with %i', async (_, code, args, env, words) => {
    const run = await cli.run(args, { env })
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(words)])
  })
})

/**
 * Runs svc on a terminal and types each of `keys` once its `prompt` is shown. A terminal merges stdout and stderr.
 */
async function typed(args: readonly string[], prompt: string, keys: string) {
  const command = ['node', await cli.program(), ...args].map((word) => `'${word}'`).join(' ')
  const child = Bun.spawn(['script', '-qec', command, '/dev/null'], {
    cwd: cli.folder,
    env: { ...cli.environment(), TERM: 'xterm', NO_COLOR: '1' },
    stdin: 'pipe',
    stdout: 'pipe',
  })
  let shown = ''
  let isTyped = false
  for await (const chunk of child.stdout) {
    shown += new TextDecoder().decode(chunk)
    if (isTyped || !shown.includes(prompt)) continue
    isTyped = true
    child.stdin.write(keys)
    child.stdin.flush()
  }
  const code = await child.exited
  await child.stdin.end()
  return { code, shown: shown.replaceAll('\r\n', '\n') }
}

describe.skipIf(Bun.which('script') === null)('on a terminal', () => {
  useNewAccount()

  verifies('cli.confirm', async () => {
    const before = await charged()
    const refused = await typed(order, '[y/N]', 'n\n')
    expect([refused.code, refused.shown]).toEqual([
      7,
      expect.stringContaining('Charge $22.12 to the saved card and ship to US? [y/N]'),
    ])
    expect(refused.shown).toContain(
      'Nothing was ordered or charged. To order later: svc order quote_',
    )
    // Progress is drawn, and removed.
    expect(refused.shown).toContain('\r\u001b[2KSlicing and pricing ... 0 s')
    expect(await charged()).toEqual(before)
    const agreed = await typed(order, '[y/N]', 'y\n')
    expect([agreed.code, agreed.shown]).toEqual([
      0,
      expect.stringMatching(/Order SVC-\w{6} is placed and paid: \$22\.12 was charged/),
    ])
    expect(await since(before)).toBe(1)
  })

  test('Ctrl-C instead of an answer orders nothing', async () => {
    const before = await charged()
    const run = await typed(order, '[y/N]', '\u0003')
    expect([run.code, run.shown]).toEqual([
      130,
      expect.stringContaining('Nothing was ordered or charged.'),
    ])
    expect(await charged()).toEqual(before)
  })

  test('a typed key is not shown', async () => {
    const run = await typed(['login'], 'not shown): ', `${apiKeys.visa}\n`)
    expect([run.code, run.shown]).toEqual([
      0,
      expect.stringContaining('The key works and is stored'),
    ])
    expect(run.shown).not.toContain(apiKeys.visa)
    await cli.run(['logout'])
  })
})

describe('an order that is watched', () => {
  useNewAccount()

  test('shows each change and ends with the order', async () => {
    const placed = await cli.json(0, [...order, '--yes'])
    const code = field(placed, 'code')
    const watching = cli.run(['track', code, '--watch', '--interval', '1'])
    await service.db
      .updateTable('orders')
      .set({ status: 'CANCELLED', updated_at: new Date() })
      .where('code', '=', code)
      .execute()
    const run = await watching
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining(`${code}  Cancelled`)])
  })

  test('is awaited no longer than --for, and continues', async () => {
    const placed = await cli.json(0, [...order, '--yes'])
    const code = field(placed, 'code')
    const waiting = ['track', code, '--watch', '--interval', '1', '--for', '1']
    const run = await cli.run(waiting)
    expect([run.code, run.stderr]).toEqual([
      5,
      expect.stringContaining(
        `Order ${code} is still RECEIVED after 1 s. It is still in progress. To keep waiting: svc track ${code} --watch`,
      ),
    ])
    expect(await cli.json(5, waiting)).toEqual({
      error: expect.stringContaining('is still RECEIVED'),
      exitCode: 5,
      code,
      status: 'RECEIVED',
      next: `svc track ${code} --watch`,
    })
    const alone = await cli.run(['track', code, '--for', '1'])
    expect([alone.code, alone.stderr]).toEqual([
      2,
      expect.stringContaining('--for requires --watch.'),
    ])
  })

  test('is found without a key by its email, and is in the list', async () => {
    const { code } = await service.db
      .selectFrom('orders')
      .select('code')
      .where('email', '=', address.email)
      .limit(1)
      .executeTakeFirstOrThrow()
    const tracked = await cli.json(0, ['track', code, '--email', address.email], withKey(''))
    expect(tracked).toMatchObject({ code })
    const [own] = (await cli.json(0, ['orders'])) as readonly { readonly code: string }[]
    expect(own?.code).toMatch(/^SVC-[A-Z2-9]{6}$/)
    const inSmall = ['track', String(own?.code.toLowerCase())]
    expect(await cli.json(0, inSmall)).toMatchObject({ code: own?.code })
    const byEmail = ['track', code.toLowerCase(), '--email', address.email]
    expect(await cli.json(0, byEmail, withKey(''))).toMatchObject({ code })
    const listed = await cli.run(['orders'])
    expect(listed.stdout).toContain('$22.12  charged')
  })
})
