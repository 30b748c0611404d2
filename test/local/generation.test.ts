// Without any key, through the real server: words become a model, which is downloaded, ordered and paid.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureBytes } from '../../testing/engines/generation.ts'
import { setCredits } from '../../testing/money/set-credits.ts'
import { ADDRESS } from '../../testing/people/submit.ts'
import { readDemo, waitUntil } from '../../testing/service/real-server.ts'
import { jsonPost, rawPost } from '../../testing/service/requests.ts'
import { use, useDatabase, useRealServer } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'

setDefaultTimeout(120_000)

const database = useDatabase({ poolSize: 1 })
const server = useRealServer(() => ({
  env: {
    DATABASE_URL: database.url,
    SLICER_PATH: join(import.meta.dir, '../../testing/slicer/fake-slicer.sh'),
    SLICER_CAGE: 'off',
  },
}))
const demo = use(() => readDemo(server))
/** A signed-in person. */
const session = use(signIn)

const call = (path: string, init: RequestInit = {}) => fetch(`${server.baseUrl}${path}`, init)
const postJson = (path: string, body: unknown, headers: Record<string, string> = session) =>
  call(path, jsonPost(body, headers))

async function signIn(): Promise<{ cookie: string }> {
  const { email, password } = JSON.parse(readFileSync(join(server.stateDir, 'demo.json'), 'utf8'))
  const origin = server.baseUrl
  const response = await postJson('/api/auth/sign-in/email', { email, password }, { origin })
  expect(response.status).toBe(200)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { cookie: cookies.join('; ') }
}

// biome-ignore lint/suspicious/noExplicitAny: the response is what is being checked
type Answer = Record<string, any>

async function ended(jobId: string): Promise<Answer> {
  let job: Answer = {}
  await waitUntil('the generation has ended', async () => {
    job = await (await call(`/api/generate/status?jobId=${jobId}`, { headers: session })).json()
    return job['status'] === 'done' || job['status'] === 'error'
  })
  return job
}

verifies(
  'gen.result.demo',
  'a sample is started, polled, downloaded and ordered by modelUrl, and costs credits as well',
  async () => {
    const credits = async () => {
      const { rows } = await database.pool.query('select credits from accounts')
      return rows.map((row) => row.credits)
    }
    expect(await credits()).toEqual([5])
    const started = await postJson('/api/generate/start', { prompt: 'a small flower vase' })
    const { jobId } = await started.json()
    const job = await ended(jobId)
    expect(job).toMatchObject({ status: 'done', result: { source: 'demo', creditsCharged: 1 } })
    expect(await credits()).toEqual([4])
    const { result } = job

    const query = new URLSearchParams({ url: result.modelUrl, download: 'true', format: 'glb' })
    const file = await call(`/api/model-proxy?${query}`, { headers: session })
    expect(file.status).toBe(200)
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(Buffer.from(bytes.subarray(0, 4)).toString()).toBe('glTF')
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    expect(result.modelUrl).toBe(`gs://svc-local/models/${sha256}.glb`)

    const form = new FormData()
    const fields = { ...ADDRESS, modelUrl: result.modelUrl, color: 'Black' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const order = await call('/api/print/orders', rawPost(form, { 'x-api-key': demo.apiKey }))
    const placed: Answer = await order.json()
    expect({ status: order.status, placed }).toMatchObject({ status: 201, placed: { paid: true } })
    // The estimate equals the price of an order of that model.
    expect(placed['breakdown'].grams).toBe(result.printEstimate.grams)
    expect(placed['estimatedCost']).toBe(result.printEstimate.total)

    const slice = await postJson('/api/slice-quote', { generationId: result.generationId })
    expect([slice.status, await slice.json()]).toEqual([
      422,
      { error: 'Only STL/OBJ/3MF models can be sliced' },
    ])

    const painted = await postJson('/api/retexture', {
      generationId: result.generationId,
      prompt: 'green glass',
    })
    expect([painted.status, await painted.json()]).toMatchObject([
      200,
      { source: 'demo', creditsCharged: 1, persisted: true },
    ])
    expect(await credits()).toEqual([3])
  },
)

verifies(
  'gen.session-or-token',
  'photos become models in the same way, and another prompt makes another model',
  async () => {
    const form = new FormData()
    form.set('inputMode', 'multiview')
    for (const name of ['front.png', 'left.png']) {
      form.append('images', new File([pictureBytes(100), name], name, { type: 'image/png' }))
    }
    const headers = session
    const photos = await call('/api/generate', { method: 'POST', headers, body: form })
    expect([photos.status, await photos.json()]).toMatchObject([
      200,
      { source: 'demo', inputMode: 'multiview', creditsCharged: 2 },
    ])
    const gear = await postJson('/api/generate', { prompt: 'a gear with twelve teeth' })
    const { modelUrl, printStatus }: Answer = await gear.json()
    expect(modelUrl).toStartWith('gs://')
    expect(['ready', 'repaired']).toContain(printStatus)
  },
)

test('a model that the stand-in for moderation refuses waits for the operator, who uses the demo account', async () => {
  const { rows } = await database.pool.query('select id from accounts')
  await setCredits(database.db, 1, rows[0].id)
  const started = await postJson('/api/generate/start', { prompt: 'a small vase [withhold]' })
  const { jobId } = await started.json()
  expect(await ended(jobId)).toMatchObject({ status: 'error', error: 'nsfw' })
  const page = await call('/operator/withheld', { headers: session })
  expect(await page.text()).toContain(`/operator/withheld/${jobId}`)
  const sent = await call(`/operator/withheld/${jobId}/deliver`, {
    method: 'POST',
    headers: { ...session, origin: server.baseUrl },
    body: new URLSearchParams(),
    redirect: 'manual',
  })
  expect(sent.status).toBe(303)
  expect(await ended(jobId)).toMatchObject({ status: 'done', result: { creditsCharged: 0 } })
})
