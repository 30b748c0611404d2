// Logs: one JSON line each, nothing lost at exit, and no secrets.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import {
  createLog,
  type LogSink,
  withLogFacts,
} from '../../../server/adapters/observability/log.ts'

function capture(level: 'debug' | 'info' | 'warn' | 'error' = 'debug') {
  let text = ''
  const log = createLog({
    level,
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    sink: (bytes) => {
      text += bytes.toString()
      return bytes.length
    },
  })
  const read = () => {
    log.flush()
    return text
  }
  const lines = (): Record<string, unknown>[] =>
    read()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  return { log, read, lines }
}

test('a line is JSON with time, level, event and facts', () => {
  const { log, lines } = capture()
  log.info('order placed', { code: 'SVC-ABC234', cents: 1250, paid: true, tracking: null })
  expect(lines()).toEqual([
    {
      time: '2026-01-02T03:04:05.678Z',
      level: 'info',
      event: 'order placed',
      code: 'SVC-ABC234',
      cents: 1250,
      paid: true,
      tracking: null,
    },
  ])
})

test('lines below the level are not written', () => {
  const { log, lines } = capture('warn')
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(lines().map((line) => line['event'])).toEqual(['c', 'd'])
})

test('a fact named like a header field of the line does not replace it', () => {
  const { log, lines } = capture()
  log.info('processor event', { event: 'evt_1', level: 'error' })
  expect(lines()[0]).toMatchObject({
    level: 'info',
    event: 'processor event',
    event_: 'evt_1',
    level_: 'error',
  })
})

test('a fact cannot inject a second line', () => {
  const { log, lines } = capture()
  log.info('x', { fileName: 'a.stl\n{"level":"error"}' })
  expect(lines()).toHaveLength(1)
})

test('the facts of a request are in its lines, even after an await, and never in those of another request', async () => {
  const { log, lines } = capture()
  const request = (requestId: string) =>
    withLogFacts({ requestId }, async () => {
      await Bun.sleep(1)
      log.info('inside')
    })
  await Promise.all([request('r1'), request('r2')])
  log.info('outside')
  expect(lines().map((line) => line['requestId'])).toEqual(['r1', 'r2', undefined])
})

const HEX = '0123456789abcdef'.repeat(3)
const SECRETS: readonly (readonly [
  what: string,
  facts: Record<string, unknown>,
  secret: string,
])[] = [
  ['an API key in a text', { message: `key svc_live_${HEX} refused` }, HEX],
  ['an extension token', { message: `svc_ext_${HEX}` }, HEX],
  ['a Stripe key', { message: 'No such key: sk_live_51Habc' }, '51Habc'],
  ['a webhook secret', { config: { value: 'whsec_Zm9vYmFy' } }, 'Zm9vYmFy'],
  ['an authorization header', { headers: { Authorization: 'Bearer abcdef' } }, 'abcdef'],
  ['a bearer token in a text', { message: 'sent Bearer abcdefgh12' }, 'abcdefgh12'],
  ['the x-api-key header', { headers: { 'X-API-Key': 'plain' } }, 'plain'],
  ['a cookie', { headers: { cookie: 'better-auth.session_token=t0ken' } }, 't0ken'],
  ['a password', { body: { password: 'hunter2' } }, 'hunter2'],
  ['a password in an address', { url: 'postgres://farm:hunter2@db/farm' }, 'hunter2'],
  ['an email address', { message: 'mail to jane.doe@example.com failed' }, 'jane.doe'],
  ['a recipient', { to: 'jane@example.com', phone: '+1 555 0100' }, '555'],
  ['a street', { shipTo: { street1: '1 Main St', zip: '10001' } }, 'Main'],
  ['a secret in an error', { error: new Error(`bad key svc_live_${HEX}`) }, HEX],
  [
    'a secret in a cause',
    { error: new Error('x', { cause: new Error('sk_test_abcdef') }) },
    'abcdef',
  ],
  ['a secret in a list', { list: [[{ token: 'deep-secret' }]] }, 'deep-secret'],
]
for (const [what, facts, secret] of SECRETS) {
  test(`${what} is not written`, () => {
    const { log, read } = capture()
    log.error('failed', facts)
    expect(read()).toContain('"event":"failed"')
    expect(read()).not.toContain(secret)
  })
}

test('facts that an operator needs stay readable', () => {
  const { log, lines } = capture()
  const error = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
  log.warn('failed', { prefix: 'svc_live_0a1b2c', key: 'models/ab/cd.stl', error })
  expect(lines()[0]).toMatchObject({
    prefix: 'svc_live_0a1b2c',
    key: 'models/ab/cd.stl',
    error: { name: 'Error', message: 'connect refused', code: 'ECONNREFUSED' },
  })
})

test('circular, huge and unusual facts make one bounded line', () => {
  const { log, read, lines } = capture()
  const loop: Record<string, unknown> = { big: 10n, at: new Date(0), bytes: new Uint8Array(9) }
  loop['self'] = loop
  log.info('odd', { loop, text: 'a@'.repeat(1_000_000), list: Array(1e5).fill(1), none: undefined })
  expect(lines()).toHaveLength(1)
  expect(read().length).toBeLessThan(20_000)
  expect(lines()[0]).toMatchObject({
    loop: { big: '10', at: '1970-01-01T00:00:00.000Z', bytes: '[9 bytes]' },
  })
})

test('a slow reader gets every line complete and in order', () => {
  let text = ''
  let calls = 0
  const slow: LogSink = (bytes) => {
    calls++
    if (calls % 2 === 0) throw Object.assign(new Error('again'), { code: 'EAGAIN' })
    text += bytes.subarray(0, 7).toString()
    return Math.min(7, bytes.length)
  }
  const log = createLog({ level: 'info', sink: slow })
  for (let n = 0; n < 20; n++) log.info('line', { n })
  for (let n = 0; n < 1_000; n++) log.flush()
  const read = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).n)
  expect(read).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('a stalled reader costs bounded memory, and the loss is logged', () => {
  let text = ''
  let open = false
  const log = createLog({
    level: 'info',
    sink: (bytes) => {
      if (!open) throw Object.assign(new Error('again'), { code: 'EAGAIN' })
      text += bytes.toString()
      return bytes.length
    },
  })
  for (let n = 0; n < 10_000; n++) log.info('line', { text: 'x'.repeat(1_000) })
  open = true
  log.flush()
  log.flush()
  expect(text.length).toBeLessThan(5 * 1024 * 1024)
  const last = JSON.parse(text.trim().split('\n').at(-1) ?? '')
  const kept = text.trim().split('\n').length - 1
  expect(last).toMatchObject({ event: 'log.lines_dropped', dropped: 10_000 - kept })
})

test('nothing is lost when the process exits or crashes', () => {
  const script = `
    import { createLog } from ${JSON.stringify(join(import.meta.dir, '../../../server/adapters/observability/log.ts'))}
    const log = createLog({ level: 'info' })
    for (let n = 0; n < 3000; n++) log.info('line', { n })
    if (process.argv.at(-1) === 'crash') throw new Error('crash')
    process.exit(3)`
  for (const [how, code] of [
    ['exit', 3],
    ['crash', 1],
  ] as const) {
    const run = spawnSync(process.execPath, ['-e', script, how], { encoding: 'utf8' })
    expect(run.status).toBe(code)
    expect(run.stdout.trim().split('\n')).toHaveLength(3000)
  }
})
