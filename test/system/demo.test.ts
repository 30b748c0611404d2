// The first start of local mode: the demo account, its file, and the printed command.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { greet, prepareDemo } from '../../server/local/demo/demo.ts'
import { samplePart } from '../../server/local/demo/sample-part.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import { openTestService, type TestService } from '../../testing/service/service.ts'
import { useService } from '../../testing/use.ts'

const scratch = mkdtempSync(join(tmpdir(), 'svc-demo-'))
const farm = useService()
let stateDir = ''
let printed = ''

afterAll(() => rmSync(scratch, { recursive: true, force: true }))
beforeEach(() => {
  // A name that a shell would split.
  stateDir = mkdtempSync(join(scratch, "it's a folder-"))
})

function start(service: TestService = farm) {
  printed = ''
  return prepareDemo({
    config: { stateDir },
    baseUrl: service.baseUrl,
    service: service.service,
    print: (text) => {
      printed += text
    },
  })
}

const demoFile = () => join(stateDir, 'demo.json')
const readFile = () => JSON.parse(readFileSync(demoFile(), 'utf8'))
const order = (code: string, apiKey: string) =>
  farm.fetch(`/api/print/orders/${code}`, { headers: { 'x-api-key': apiKey } })

test('the first start writes the account to a file, readable only by its owner', async () => {
  const demo = await start()
  expect(readFile()).toEqual(demo)
  expect(Object.keys(demo).sort()).toEqual(['apiKey', 'baseUrl', 'email', 'password'])
  expect(demo.baseUrl).toBe(farm.baseUrl)
  expect(demo.apiKey).toMatch(/^svc_live_[0-9a-f]{48}$/)
  expect(statSync(demoFile()).mode & 0o777).toBe(0o600)
})

test.skipIf(Bun.which('curl') === null)(
  'the printed command orders the sample part unchanged',
  async () => {
    const demo = await start()
    const line = printed.split('\n').find((text) => text.startsWith('curl ')) ?? ''
    const shell = Bun.spawn(['/bin/sh', '-c', line], { stdout: 'pipe', stderr: 'pipe' })
    const [stdout, stderr] = await Promise.all([
      new Response(shell.stdout).text(),
      new Response(shell.stderr).text(),
    ])
    expect(stderr).toBe('')
    const response = JSON.parse(stdout)
    // 8.5 cm3 of PLA at 20 % infill: 8.5 x (0.30 + 0.70 x 0.20) x 1.26 = 4.71, so 5 g; 5 x $0.12 is under the minimum
    // of $1.00 per part; postage in the US is $7.
    expect(response).toMatchObject({
      status: 'RECEIVED',
      paid: true,
      charged: 8,
      breakdown: { print: 1, shipping: 7, grams: 5 },
    })
    expect((await order(response.code, demo.apiKey)).status).toBe(200)
  },
)

test('a worker states its role and offers no demo account', async () => {
  let said = ''
  await greet({
    config: { stateDir, role: 'worker' },
    baseUrl: farm.baseUrl,
    service: farm.service,
    print: (text) => {
      said += text
    },
  })
  expect(said).toContain('worker')
  expect(said).not.toContain('curl')
  expect(existsSync(demoFile())).toBe(false)
})

test('the text for users follows the log lines about the new account', async () => {
  const sequence: string[] = []
  await greet({
    config: { stateDir, role: 'all' },
    baseUrl: farm.baseUrl,
    service: farm.service,
    settled: async () => {
      sequence.push('settled')
    },
    print: (text) => {
      sequence.push(
        text.includes(`'${join(stateDir, 'mail').replaceAll("'", `'\\''`)}'`) ? 'mail' : text,
      )
    },
  })
  expect(sequence).toEqual(['settled', 'mail'])
})

test('the password in the file signs in', async () => {
  const { email, password } = await start()
  const signedIn = await farm.fetch(
    '/api/auth/sign-in/email',
    jsonPost({ email, password }, { origin: farm.baseUrl }),
  )
  expect(signedIn.status).toBe(200)
})

test('later starts keep the account and its key, and only the address follows', async () => {
  const first = await start()
  const written = readFileSync(demoFile(), 'utf8')
  expect(await start()).toEqual(first)
  expect(readFileSync(demoFile(), 'utf8')).toBe(written)
  writeFileSync(demoFile(), JSON.stringify({ ...first, baseUrl: 'http://localhost:1' }))
  expect(await start()).toEqual(first)
  expect(readFile()).toEqual(first)
})

test('a lost or damaged file leads to another working account', async () => {
  const first = await start()
  for (const damage of [() => rmSync(demoFile()), () => writeFileSync(demoFile(), '{"email":')]) {
    damage()
    const next = await start()
    expect(next.email).not.toBe(first.email)
    expect(await farm.deps.accounts.findByApiKeyHash(hash(next.apiKey))).not.toBeNull()
    expect(readFile()).toEqual(next)
  }
})

test('a key that was replaced on the account page keeps working', async () => {
  const first = await start()
  const account = await farm.deps.accounts.findByApiKeyHash(hash(first.apiKey))
  if (account === null) throw new Error('The key of the file does not work.')
  const { accountId } = account
  await farm.deps.accounts.replaceApiKey(accountId, hash('svc_live_mine'), 'svc_live_mine')
  const next = await start()
  expect(next.email).toBe(first.email)
  expect(next.apiKey).not.toBe(first.apiKey)
  for (const key of [next.apiKey, 'svc_live_mine']) {
    expect((await farm.deps.accounts.findByApiKeyHash(hash(key)))?.accountId).toBe(accountId)
  }
})

test('with an empty database the file keeps its address and password and gets a new key', async () => {
  const first = await start()
  const other = await openTestService()
  const next = await start(other)
  expect(next).toEqual({ ...first, baseUrl: other.baseUrl, apiKey: next.apiKey })
  expect(next.apiKey).not.toBe(first.apiKey)
  expect(await other.deps.accounts.findByApiKeyHash(hash(next.apiKey))).not.toBeNull()
  await other.close()
})

test('the sample part is a closed bracket of 8.5 cm3', () => {
  const bytes = samplePart()
  const view = new DataView(bytes.buffer)
  const count = view.getUint32(80, true)
  expect(bytes.length).toBe(84 + 50 * count)
  const edges = new Map<string, number>()
  let sixVolumes = 0
  for (let n = 0; n < count; n++) {
    const corners = [0, 1, 2].map((corner) =>
      [0, 1, 2].map((axis) => view.getFloat32(84 + 50 * n + 12 + 12 * corner + 4 * axis, true)),
    )
    const [a = [], b = [], c = []] = corners
    sixVolumes += dot(a, cross(b, c))
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      // Each edge is traversed once in each direction, otherwise the surface has a hole or a fold.
      const [key, step] = `${from}` < `${to}` ? [`${from}|${to}`, 1] : [`${to}|${from}`, -1]
      edges.set(key, (edges.get(key) ?? 0) + step)
    }
  }
  expect([...edges.values()].every((balance) => balance === 0)).toBe(true)
  // (40 x 5 + 35 x 5 + 10 x 10 / 2) mm2 x 20 mm, six times, outward.
  expect(sixVolumes).toBe(6 * 8500)
})

const hash = (secret: string) => new Bun.CryptoHasher('sha256').update(secret).digest('hex')

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0)

function cross([a = 0, b = 0, c = 0]: readonly number[], [x = 0, y = 0, z = 0]: readonly number[]) {
  return [b * z - c * y, c * x - a * z, a * y - b * x]
}
