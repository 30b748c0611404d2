// The line of `npm run doctor` about the carrier account, against the stand-in.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../server/config/config.ts'
import { checkCarriers } from '../../server/wiring/doctor/carriers.ts'
import { type EasyPostStandIn, startEasyPost } from '../../testing/carriers/easypost.ts'

let easyPost: EasyPostStandIn
beforeAll(async () => {
  easyPost = await startEasyPost()
})
afterAll(() => easyPost.close())

const folder = mkdtempSync(join(tmpdir(), 'carriers-'))
afterAll(() => rmSync(folder, { recursive: true }))
function termsFile(customs: object): string {
  const path = join(folder, `terms-${crypto.randomUUID()}.json`)
  writeFileSync(path, JSON.stringify({ version: 1, customs }))
  return path
}

const senderIn = (country: string) =>
  `Farm; 1 Main St; Springfield; IL; 62701; ${country}; 555; a@farm.example`

async function lineOf(change: Readonly<Record<string, string>> = {}) {
  const config = parseConfig({
    EASYPOST_API_KEY: easyPost.apiKey,
    EASYPOST_API_BASE: `${easyPost.url}/`,
    EASYPOST_FROM: senderIn('US'),
    ...change,
  })
  if (!config.ok) return config.failure
  const [line] = await checkCarriers({ config: config.value, variables: {}, now: () => new Date() })
  return line
}

test('a working account is ok, with its balance', async () => {
  easyPost.setBalance(12_345)
  expect(await lineOf()).toMatchObject({ state: 'ok', message: 'EasyPost, balance $123.45' })
})

test('a low balance is a note', async () => {
  easyPost.setBalance(1_999)
  expect(await lineOf()).toMatchObject({ state: 'warning', message: 'The balance is $19.99.' })
})

test('a refused key, an address in another country and another server are broken', async () => {
  expect(await lineOf({ EASYPOST_API_KEY: 'EZAK-other' })).toMatchObject({ state: 'failed' })
  expect(await lineOf({ EASYPOST_FROM: senderIn('DE') })).toMatchObject({
    state: 'failed',
    message: 'EASYPOST_FROM is in DE, but the terms declare parcels posted from US.',
  })
  expect(await lineOf({ EASYPOST_API_BASE: 'http://127.0.0.1:1' })).toMatchObject({
    state: 'failed',
  })
})

test('the server is reached over TLS, unless it is this machine', async () => {
  expect(await lineOf({ EASYPOST_API_BASE: 'http://carriers.example' })).toEqual([
    expect.stringContaining('EASYPOST_API_BASE must begin with https://'),
  ])
})

test.each([
  [true, 'The key is a test key: carriers refuse its labels.'],
  [false, 'EasyPost does not let this key read the account, which is normal for test keys.'],
])(
  'a test key that may not read the account is a note (production: %p)',
  async (production, message) => {
    const config = parseConfig({
      EASYPOST_API_KEY: 'EZTK-other',
      EASYPOST_API_BASE: easyPost.url,
      EASYPOST_FROM: senderIn('US'),
    })
    if (!config.ok) throw new Error(config.failure.join(' '))
    const examined = {
      config: { ...config.value, production },
      variables: {},
      now: () => new Date(),
    }
    expect(await checkCarriers(examined)).toMatchObject([{ state: 'warning', message }])
  },
)

test('the cheapest label needs the weight of the packaging in the terms', async () => {
  easyPost.setBalance(12_345)
  const linesOf = async (customs: object) => {
    const variables = {
      EASYPOST_API_KEY: easyPost.apiKey,
      EASYPOST_API_BASE: easyPost.url,
      EASYPOST_FROM: senderIn('DE'),
      LABEL_DEFAULT: 'cheapest',
      TERMS_FILE: termsFile(customs),
    }
    const config = parseConfig(variables)
    if (!config.ok) throw new Error(config.failure.join(' '))
    return await checkCarriers({ config: config.value, variables, now: () => new Date() })
  }
  // The file's country of postage is compared, not that of the contract.
  const own = { postedFrom: 'DE', originCountry: 'DE' }
  const account = { state: 'ok', message: 'EasyPost, balance $123.45' }
  expect(await linesOf({ ...own, packagingGrams: 120 })).toMatchObject([account])
  expect(await linesOf(own)).toMatchObject([
    account,
    {
      state: 'warning',
      message: 'LABEL_DEFAULT=cheapest has no effect: the terms have no weight of the packaging.',
    },
  ])
})

test('the cheapest label needs an account', async () => {
  const none = { EASYPOST_API_KEY: '', EASYPOST_FROM: '' }
  expect(await lineOf({ ...none, LABEL_DEFAULT: 'cheapest' })).toEqual([
    'LABEL_DEFAULT=cheapest requires EASYPOST_API_KEY.',
  ])
})

test('without an account nothing is checked', async () => {
  const none = { EASYPOST_API_KEY: '', EASYPOST_FROM: '' }
  expect(await lineOf(none)).toMatchObject({ state: 'skipped' })
})

test('the settings belong together, and the address has eight parts', async () => {
  const together = 'EASYPOST_API_KEY and EASYPOST_FROM belong together: set both or none.'
  expect(await lineOf({ EASYPOST_FROM: '' })).toEqual([together])
  expect(await lineOf({ EASYPOST_API_KEY: '' })).toEqual([together])
  for (const text of ['Farm; 1 Main St', senderIn('us'), `${senderIn('US')}; more`]) {
    expect(await lineOf({ EASYPOST_FROM: text })).toEqual([
      expect.stringContaining('EASYPOST_FROM must hold name; street'),
    ])
  }
})
