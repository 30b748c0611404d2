// The storage limit of visitors and of accounts without a card, at every interface that stores a file.
import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { createSecret } from '../../../server/domain/accounts/secrets.ts'
import { box, cubeStl, meshXml, modelArchive } from '../../../testing/models/meshes.ts'
import { type Buyer, buyer } from '../../../testing/people/shop.ts'
import { submit } from '../../../testing/people/submit.ts'
import { countersOf, fillCounter } from '../../../testing/service/counters.ts'
import { awayFromWindowEnd } from '../../../testing/service/windows.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

let from = '192.0.2.1'
const service = useService({ clientAddress: () => from })

const MiB = 2 ** 20
/** In KiB. */
const visitorLimit = 256 * 1024
const accountLimit = 1024 * 1024

let sizes = 20
/** Returns a cube that no other test uses. */
function newCube() {
  sizes += 0.5
  return { name: `cube-${sizes}.stl`, bytes: cubeStl({ sizeMm: sizes }) }
}

/** Returns a cube as 3MF with that many random bytes next to its model. */
function padded(bytes: number): File {
  const cube = meshXml(box([sizes, sizes, sizes]))
  const body = `<resources><object id="1" type="model">${cube}</object></resources><build><item objectid="1"/></build>`
  const extra = [
    { name: 'Metadata/extra.bin', data: new Uint8Array(randomBytes(bytes)), store: true },
  ]
  return { name: 'padded.3mf', bytes: modelArchive(body, { extra }) }
}
const zeros = (bytes: number) => new Uint8Array(bytes)

type File = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

function send(path: string, file: File, headers: Record<string, string> = {}): Promise<Response> {
  const body = new FormData()
  body.set('color', 'Black')
  body.set('file', new Blob([file.bytes]), file.name)
  return service.fetch(path, {
    method: 'POST',
    body,
    headers: { origin: service.baseUrl, ...headers },
  })
}

const counterOf = (scope: 'visitor-bytes' | 'account-bytes', subject: string) => ({
  scope,
  subject,
  windowSeconds: 3600,
})

const hasKeptFile = (html: string) => html.includes('name="keptFile"')

verifies('limits.own.visitor-bytes', async () => {
  await awayFromWindowEnd()
  from = '192.0.2.2'
  const counter = counterOf('visitor-bytes', from)
  expect((await send('/basket/parts', newCube())).status).toBe(303)
  expect(hasKeptFile(await (await send('/quote', newCube())).text())).toBe(true)
  // Two cubes of 684 bytes, each counted as one KiB.
  expect(await countersOf(service.db, counter)).toEqual([2])
  await fillCounter(service.db, counter, visitorLimit)
  const refused = await send('/basket/parts', newCube())
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.text()).toContain(
    'Too many files were stored from your network: 256 MB an hour without an account. Sign in, or try again later.',
  )
  // The price is shown, but the file is not stored.
  const priced = await send('/quote', newCube())
  expect([priced.status, hasKeptFile(await priced.text())]).toEqual([200, false])
  // Signed-in users have a separate limit.
  const { cookie } = await buyer(service)
  expect((await send('/basket/parts', newCube(), { cookie })).status).toBe(303)
  from = '192.0.2.3'
  expect((await send('/basket/parts', newCube())).status).toBe(303)
})

test('a visitor’s file of more than 25 MB is refused with advice', async () => {
  from = '192.0.2.4'
  const { cookie } = await buyer(service)
  const large = { name: 'large.stl', bytes: zeros(25 * MiB + 1) }
  for (const path of ['/basket/parts', '/quote']) {
    const refused = await send(path, large)
    expect([path, refused.status]).toEqual([path, 413])
    expect(await refused.text()).toContain('Files of more than 25 MB need an account. Sign in')
    // The file is not a model, which is the error for callers that may send that much.
    expect([path, (await send(path, large, { cookie })).status]).toEqual([path, 422])
  }
})

async function tokenOf({ accountId }: Buyer): Promise<string> {
  const { secret, hash, prefix } = await createSecret(service.deps.ids, 'extension_token')
  await service.deps.accounts.addExtensionToken(
    accountId,
    { id: service.deps.ids.uuid(), name: 'shop', hash, prefix },
    10,
  )
  return secret
}

verifies('limits.own.account-bytes', async () => {
  await awayFromWindowEnd()
  from = '192.0.2.5'
  const who = await buyer(service)
  const token = { authorization: `Bearer ${await tokenOf(who)}` }
  const { cookie, email } = who
  const interfaces = {
    basket: () => send('/basket/parts', newCube(), { cookie }),
    upload: () => send('/api/print-upload', newCube(), { cookie }),
    submit: () => submit(service, { headers: token }, { file: newCube() }),
  }
  for (const [name, open] of Object.entries(interfaces)) {
    expect([name, (await open()).status < 400]).toEqual([name, true])
  }
  const counter = counterOf('account-bytes', email)
  expect(await countersOf(service.db, counter)).toEqual([3])
  await fillCounter(service.db, counter, accountLimit)
  for (const [name, open] of Object.entries(interfaces)) {
    const refused = await open()
    expect([name, refused.status]).toEqual([name, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('1024 MB an hour without a card. Save a card')
  }
  // An account with a card has no such limit.
  const account = await service.account()
  expect((await send('/api/print-upload', newCube(), account.headers)).status).toBe(200)
  expect((await submit(service, account, { file: newCube() })).status).toBe(201)
})

verifies('limits.own.bytes-once', async () => {
  await awayFromWindowEnd()
  from = '192.0.2.7'
  const who = await buyer(service)
  const counter = counterOf('account-bytes', who.email)
  const headers = { authorization: `Bearer ${await tokenOf(who)}` }
  const keyed = { headers: { 'idempotency-key': 'once' }, file: newCube() }
  const first = await submit(service, { headers }, keyed)
  const { code } = await first.json()
  expect([first.status, await countersOf(service.db, counter)]).toEqual([201, [1]])
  // A request refused before storage, such as one with a wrong country, does not count either.
  const wrong = { file: newCube(), fields: { country: 'XX' } }
  expect((await submit(service, { headers }, wrong)).status).toBe(400)
  await fillCounter(service.db, counter, accountLimit)
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const again = await submit(service, { headers }, keyed)
    expect([again.status, (await again.json()).code]).toEqual([201, code])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  }
  expect(new Set(await countersOf(service.db, counter))).toEqual(new Set([accountLimit]))
  expect((await submit(service, { headers }, { file: newCube() })).status).toBe(429)
})

verifies('limits.own.padding', async () => {
  from = '192.0.2.6'
  const account = await service.account()
  const interfaces = {
    basket: (file: File) => send('/basket/parts', file),
    upload: (file: File) => send('/api/print-upload', file, account.headers),
    submit: (file: File) => submit(service, account, { file }),
  }
  const sentence = 'mostly data other than the model, which has 12 triangles'
  for (const [name, open] of Object.entries(interfaces)) {
    const refused = await open(padded(11 * MiB))
    expect([name, refused.status]).toEqual([name, 422])
    expect(await refused.text()).toContain(sentence)
    // Thumbnails and settings are no reason to refuse a file.
    expect([name, (await open(padded(2 * MiB))).status < 400]).toEqual([name, true])
  }
})
