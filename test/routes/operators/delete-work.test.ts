// Operators delete a generation, an upload and a picture: with a reason, permanently, and without a change of orders
// and money.
import { beforeEach, expect, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sweepVisitorFiles } from '../../../server/domain/cart/sweep-visitor-files.ts'
import {
  openGenerationService,
  type TestPerson,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { storeCube } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'

const VIEWER_EMAIL = 'viewer@example.com'
const service = use(() => openGenerationService({ env: { VIEWER_EMAILS: VIEWER_EMAIL } }))
const person = usePerson(service, { credits: 20 })
let desk = ''
let sizeMm = 40
beforeEach(async () => {
  await resetRateLimits(service.db)
  desk = await service.signIn(OPERATOR_EMAIL)
  sizeMm += 1
})

/** Creates a generation of a different size each time, so that each has a separate file. */
async function made(): Promise<{ generationId: string; modelUrl: string }> {
  const body = { prompt: 'a secret goblet', advanced: { sizeMm } }
  return await (await service.post('/api/generate', person, body)).json()
}
async function send(path: string, fields: Record<string, string>, cookie = desk) {
  const response = await service.fetch(path, {
    method: 'POST',
    headers: { cookie, origin: service.baseUrl },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return [response.status, response.headers.get('location'), await response.text()] as const
}
async function page(path: string, cookie = desk) {
  const response = await service.fetch(path, { headers: { cookie } })
  return [response.status, await response.text()] as const
}

const keyOf = (uri: string) => uri.replace(/^gs:\/\/[^/]+\//, '')
const isStored = async (uri: string) => (await service.deps.objects.sizeOf(keyOf(uri))) !== null

/** Runs the hourly sweep as if the files had been stored and had expired three hours ago. */
async function sweepLater(...uris: readonly string[]): Promise<void> {
  const at = new Date(Date.now() - 3 * 3_600_000)
  await service.db.updateTable('visitor_files').set({ expires_at: at }).execute()
  for (const uri of uris) {
    utimesSync(join(service.stateDir, 'storage/objects', keyOf(uri)), at, at)
  }
  await sweepVisitorFiles(service.deps)
}

/** Returns the newest line of the desk's log. */
const newestAction = async () => (await service.deps.operatorActions.list(1))[0]

const mailCount = async () => (await service.db.selectFrom('emails').select('id').execute()).length

test('a generation is found by its account and its id, deleted with its file, and logged', async () => {
  const { generationId, modelUrl } = await made()
  const mails = await mailCount()
  for (const sought of [person.email.toUpperCase(), generationId]) {
    const [status, html] = await page(`/operator/models?q=${encodeURIComponent(sought)}`)
    expect([status, html.includes('a secret goblet')]).toEqual([200, true])
    expect(html).toContain(`/operator/models/${generationId}`)
  }
  const path = `/operator/models/${generationId}`
  expect((await page(path))[1]).toContain('Delete the model')
  const [status, , refused] = await send(path, { reason: ' ' })
  expect([status, refused.includes('Enter a reason; it is logged.')]).toEqual([400, true])
  const [code, location] = await send(path, { reason: 'A weapon.' })
  expect([code, location]).toEqual([303, '/operator/models?done=model'])
  expect((await page(location ?? ''))[1]).toContain('The model is deleted.')
  expect(await newestAction()).toMatchObject({
    by: OPERATOR_EMAIL,
    kind: 'model_deleted',
    subject: generationId,
    reason: 'A weapon.',
  })
  expect((await page('/operator/settings'))[1]).toContain('A weapon.')
  const headers = person.session
  const read = async (address: string) => (await service.fetch(address, { headers })).status
  expect(await read(`/models/${generationId}`)).toBe(404)
  expect(await read(`/api/model-proxy?url=${encodeURIComponent(modelUrl)}`)).toBe(403)
  await sweepLater(modelUrl)
  expect(await isStored(modelUrl)).toBe(false)
  // Credits are neither refunded nor taken, and no notification is sent.
  expect(await service.ledger(person)).toEqual([{ kind: 'charge', credits: -1 }])
  expect(await mailCount()).toBe(mails)
  expect((await send(path, { reason: 'Again.' }))[0]).toBe(404)
})

test('deleting a model in print keeps its order, and the file until the order is done', async () => {
  const { generationId, modelUrl } = await made()
  const fields = { modelUrl }
  const { code } = await placed(submit(service, { headers: person.token }, { fields, file: null }))
  const before = await service.deps.orders.readByCode(code)
  expect((await page(`/operator/models/${generationId}`))[1]).toContain(code)
  expect((await send(`/operator/models/${generationId}`, { reason: 'A brand.' }))[0]).toBe(303)
  expect(await service.deps.orders.readByCode(code)).toEqual(before)
  for (let sweeps = 0; sweeps < 2; sweeps += 1) {
    await sweepLater(modelUrl)
    expect(await isStored(modelUrl)).toBe(true)
  }
  await service.db
    .updateTable('orders')
    .set({ status: 'CANCELLED' })
    .where('code', '=', code)
    .execute()
  await sweepLater(modelUrl)
  expect(await isStored(modelUrl)).toBe(false)
  expect((await page(`/operator/orders/${code}`))[0]).toBe(200)
  expect((await service.fetch(`/orders/${code}`)).status).toBe(200)
  // A deletion by the owner keeps the file of any order.
  const own = await made()
  const again = { modelUrl: own.modelUrl }
  const kept = await placed(
    submit(service, { headers: person.token }, { fields: again, file: null }),
  )
  await service.db
    .updateTable('orders')
    .set({ status: 'CANCELLED' })
    .where('code', '=', kept.code)
    .execute()
  await service.fetch(`/api/generations/${own.generationId}`, {
    method: 'DELETE',
    headers: { ...person.session, origin: service.baseUrl },
  })
  await sweepLater(own.modelUrl)
  expect(await isStored(own.modelUrl)).toBe(true)
})

test('an upload is deleted with its basket lines and open quotes, and another account keeps its upload', async () => {
  const uri = await storeCube(service, person, sizeMm)
  const other = await service.person()
  const upload = async (accountId: string) => {
    const id = crypto.randomUUID()
    await service.db
      .insertInto('generations')
      .values({
        id,
        account_id: accountId as typeof person.accountId,
        mode: 'upload',
        model_uri: uri,
        preview_uri: uri,
        file_name: 'goblet.stl',
        format: 'stl',
      })
      .execute()
    return id
  }
  const id = await upload(person.accountId)
  const [, html] = await page(`/operator/models?q=${person.email}`)
  expect(html).toContain('goblet.stl')
  await storeCube(service, other, sizeMm)
  const theirs = await upload(other.accountId)
  expect((await send(`/operator/models/${id}`, { reason: 'Asked by its owner.' }))[0]).toBe(303)
  await sweepLater(uri)
  expect(await isStored(uri)).toBe(true)
  expect((await send(`/operator/models/${theirs}`, { reason: 'A weapon.' }))[0]).toBe(303)
  await sweepLater(uri)
  expect(await isStored(uri)).toBe(false)
})

test('an OBJ is deleted with the STL made from it, also by its owner', async () => {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n & 1, (n >> 1) & 1, n >> 2])
  for (const asOperator of [true, false]) {
    sizeMm += 1
    const vertices = corners.map((corner) => `v ${corner.map((side) => side * sizeMm).join(' ')}`)
    const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6']
    const obj = [...vertices, ...faces.map((face) => `f ${face}`), ''].join('\n')
    const sha256 = new Bun.CryptoHasher('sha256').update(obj).digest('hex')
    const objUri = service.deps.objects.uri(`models/${sha256}.obj`)
    const body = new FormData()
    body.set('file', new File([obj], 'goblet.obj'))
    const headers = { ...person.session, origin: service.baseUrl }
    const sent = await service.fetch('/api/print-upload', { method: 'POST', body, headers })
    const { generationId, modelUrl } = await sent.json()
    expect([sent.status, await isStored(objUri)]).toEqual([200, true])
    if (asOperator) {
      const path = `/operator/models/${generationId}`
      expect((await send(path, { reason: 'A weapon.' }))[0]).toBe(303)
    } else {
      await service.fetch(`/api/generations/${generationId}`, { method: 'DELETE', headers })
    }
    await sweepLater(modelUrl, objUri)
    expect([await isStored(modelUrl), await isStored(objUri)]).toEqual([false, false])
  }
})

test('a model removed from the gallery is deleted too, and cannot be published again', async () => {
  const { generationId, modelUrl } = await made()
  const publish = (id: string) =>
    service.fetch('/api/gallery', jsonPost({ generationId: id, title: 'Goblet' }, person.session))
  const { id: entryId } = await (await publish(generationId)).json()
  await service.deps.gallery.takeDown({ id: entryId, by: OPERATOR_EMAIL, reason: 'A brand.' })
  const [, entry] = await page(`/operator/gallery/${entryId}`)
  expect(entry).toContain(`/operator/models/${generationId}`)
  expect((await send(`/operator/models/${generationId}`, { reason: 'A brand.' }))[0]).toBe(303)
  await sweepLater(modelUrl)
  expect(await isStored(modelUrl)).toBe(false)
  const again = await made()
  expect(again.modelUrl).toBe(modelUrl)
  expect((await publish(again.generationId)).status).toBe(403)
})

test('a model removed from the gallery stays banned after its account was erased', async () => {
  const { generationId, modelUrl } = await made()
  const publish = (id: string, session: { readonly cookie: string }) =>
    service.fetch('/api/gallery', jsonPost({ generationId: id, title: 'Goblet' }, session))
  const { id: entryId } = await (await publish(generationId, person.session)).json()
  await service.deps.gallery.takeDown({ id: entryId, by: OPERATOR_EMAIL, reason: 'A brand.' })
  expect(await service.deps.accountRecords.erase(person.accountId)).toMatchObject({
    kind: 'erased',
  })
  const other = await service.person({ credits: 5 })
  const body = { prompt: 'a secret goblet', advanced: { sizeMm } }
  const again = await (await service.post('/api/generate', other, body)).json()
  expect(again.modelUrl).toBe(modelUrl)
  const refused = await publish(again.generationId, other.session)
  expect(refused.status).toBe(403)
})

test('a deleted file in print becomes an ordinary file when another account stores it again', async () => {
  const { generationId, modelUrl } = await made()
  const order = async (who: Pick<TestPerson, 'token'>) =>
    (await placed(submit(service, { headers: who.token }, { fields: { modelUrl }, file: null })))
      .code
  const first = await order(person)
  expect((await send(`/operator/models/${generationId}`, { reason: 'A brand.' }))[0]).toBe(303)
  // This is within the hour in which this process need not rewrite its record.
  const other = await service.person({ credits: 5 })
  const body = { prompt: 'a secret goblet', advanced: { sizeMm } }
  const theirs = await (await service.post('/api/generate', other, body)).json()
  expect(theirs.modelUrl).toBe(modelUrl)
  const second = await order(other)
  for (const code of [first, second]) {
    await service.db
      .updateTable('orders')
      .set({ status: 'CANCELLED' })
      .where('code', '=', code)
      .execute()
  }
  await service.fetch(`/api/generations/${theirs.generationId}`, {
    method: 'DELETE',
    headers: { ...other.session, origin: service.baseUrl },
  })
  await sweepLater(modelUrl)
  expect(await isStored(modelUrl)).toBe(true)
})

test('the deletion waits while another account has the same file, and completes afterwards', async () => {
  const { generationId, modelUrl } = await made()
  const other = await service.person({ credits: 5 })
  const body = { prompt: 'a secret goblet', advanced: { sizeMm } }
  const theirs = await (await service.post('/api/generate', other, body)).json()
  const { code } = await placed(
    submit(service, { headers: person.token }, { fields: { modelUrl }, file: null }),
  )
  expect((await send(`/operator/models/${generationId}`, { reason: 'A brand.' }))[0]).toBe(303)
  await service.db
    .updateTable('orders')
    .set({ status: 'CANCELLED' })
    .where('code', '=', code)
    .execute()
  await sweepLater(modelUrl)
  expect(await isStored(modelUrl)).toBe(true)
  await service.fetch(`/api/generations/${theirs.generationId}`, {
    method: 'DELETE',
    headers: { ...other.session, origin: service.baseUrl },
  })
  await sweepLater(modelUrl)
  expect(await isStored(modelUrl)).toBe(false)
})

test('a picture is deleted with a reason', async () => {
  const drawn = await service.post('/api/images/generate', person, { prompt: 'a rude frog' })
  const { imageUrl } = await drawn.json()
  const [, html] = await page(`/operator/models?q=${person.email}`)
  expect(html).toContain('a rude frog')
  const fields = { account: person.accountId, url: imageUrl }
  const path = `/operator/pictures?${new URLSearchParams(fields)}`
  expect((await page(path))[1]).toContain('Delete the picture')
  expect((await send('/operator/pictures', { ...fields, reason: '' }))[0]).toBe(400)
  expect((await send('/operator/pictures', { ...fields, reason: 'Rude.' }))[1]).toBe(
    '/operator/models?done=picture',
  )
  expect(await newestAction()).toMatchObject({ kind: 'picture_deleted', reason: 'Rude.' })
  await sweepLater(imageUrl)
  expect(await isStored(imageUrl)).toBe(false)
  expect((await page(path))[0]).toBe(404)
  expect((await send('/operator/pictures', { ...fields, reason: 'Again.' }))[0]).toBe(404)
})

test('viewers can read the list and delete nothing, and unfinished work stays', async () => {
  const { generationId } = await made()
  const viewer = await service.signIn(VIEWER_EMAIL)
  const [status, html] = await page(`/operator/models?q=${person.email}`, viewer)
  expect([status, html.includes(`/operator/models/${generationId}`)]).toEqual([200, false])
  const path = `/operator/models/${generationId}`
  const [code, facts] = await page(path, viewer)
  expect([code, facts.includes('Delete the model')]).toEqual([200, false])
  expect((await send(path, { reason: 'No.' }, viewer))[0]).toBe(403)
  expect((await send(path, { reason: 'No.' }, person.cookie))[0]).toBe(403)
  const queued = await service.fetch(
    '/api/generate/start',
    jsonPost({ prompt: 'a bowl' }, person.session),
  )
  const { jobId } = await queued.json()
  expect((await send(`/operator/models/${jobId}`, { reason: 'A weapon.' }))[0]).toBe(409)
  expect((await page('/operator/models?q=nobody@example.com'))[1]).toContain('Nothing was found.')
})
