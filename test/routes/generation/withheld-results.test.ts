// Moderation of an engine's output, on deployments with a moderation server: a refused result is kept from its
// account on every endpoint, its credits are refunded, and operators deliver or delete it.

import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { sweepWithheld } from '../../../server/db/generation/withheld-results.ts'
import { sweep } from '../../../server/db/maintenance/sweep.ts'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import { sweepVisitorFiles } from '../../../server/domain/cart/sweep-visitor-files.ts'
import type { Moderation } from '../../../server/domain/generation/engine/language.ts'
import { runQueuedJob } from '../../../server/domain/generation/run/run-generation.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import {
  generationForm,
  openGenerationService,
  startedTask,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { box, glb } from '../../../testing/models/meshes.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { untilOneWaits } from '../../../testing/service/waiting-transactions.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'

const coreVersion = 1
const VIEWER_EMAIL = 'viewer@example.com'
const service = use(() => openGenerationService({ env: { VIEWER_EMAILS: VIEWER_EMAIL } }))
const person = usePerson(service, { credits: 20 })
let desk = ''
/** Pictures without a prompt are renderings of the result. */
let looks = 0
let sheet = new Uint8Array()
let verdict: (look: number) => Moderation['kind'] = () => 'refused'
let sizeMm = 40
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.service.database.pool.query('delete from graphile_worker._private_jobs')
  await service.db.deleteFrom('withheld_results').execute()
  desk = await service.signIn(OPERATOR_EMAIL)
  looks = 0
  verdict = () => 'refused'
  sizeMm += 1
  service.replace({
    languageModel: {
      ...service.language,
      readsPictures: true,
      moderate: async ({ text, images, signal }) => {
        if (images.length === 0 || text !== '') {
          return await service.language.moderate({ text, images: [], signal })
        }
        const [image] = images
        // A PNG of the model, not the picture that was sent.
        const bytes = await Bun.file(image?.path ?? '').bytes()
        expect([...bytes.slice(1, 4)]).toEqual([...Buffer.from('PNG')])
        sheet = bytes
        looks += 1
        const kind = verdict(looks)
        return kind === 'refused'
          ? { kind, part: 'picture', found: { by: 'server', categories: ['violence'] } }
          : { kind }
      },
    },
  })
})

const message =
  'The content check refused the model that was made, and its credits were refunded. Moderation found: violence. We review it, and deliver it where the check was wrong.'
const refused = { error: 'nsfw', message }
const status = async (jobId: string) =>
  await (
    await service.fetch(`/api/generate/status?jobId=${jobId}`, { headers: person.session })
  ).json()
const start = async (body: FormData | Record<string, unknown>): Promise<string> =>
  (await (await service.post('/api/generate/start', person, body)).json()).jobId
async function send(path: string, cookie = desk) {
  const response = await service.fetch(path, {
    method: 'POST',
    headers: { cookie, origin: service.baseUrl },
    body: new URLSearchParams(),
    redirect: 'manual',
  })
  return [response.status, response.headers.get('location')] as const
}
async function page(path: string, cookie = desk) {
  const response = await service.fetch(path, { headers: { cookie } })
  return [response.status, await response.text()] as const
}
const withheld = () => service.deps.withheldResults.list(100)
const modelsOf = () =>
  service.db.selectFrom('models').select('uri').where('account_id', '=', person.accountId).execute()
const keyOf = (uri: string) => uri.replace(/^gs:\/\/[^/]+\//, '')
const isStored = async (uri: string) => (await service.deps.objects.sizeOf(keyOf(uri))) !== null
async function sweepLater(...uris: readonly string[]): Promise<void> {
  const at = new Date(Date.now() - 3 * 3_600_000)
  await service.db.updateTable('visitor_files').set({ expires_at: at }).execute()
  for (const uri of uris) utimesSync(join(service.stateDir, 'storage/objects', keyOf(uri)), at, at)
  await sweepVisitorFiles(service.deps)
}
/** Creates a refused model of the queue, with its files. */
async function refusedModel(body: Record<string, unknown> = {}) {
  const id = await start({ prompt: 'a secret goblet', advanced: { sizeMm }, ...body })
  await workOff(service)
  const { rows } = await service.service.database.pool.query<{ model_uri: string }>(
    'select model_uri from withheld_results where job_id = $1',
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new Error('nothing was withheld')
  return { id, uri: row.model_uri }
}

test('the picture for moderation shows the model from four sides', async () => {
  verdict = () => 'allowed'
  // The box is 40 mm wide, 20 mm high and 10 mm deep; the GLB is in meters with Y up.
  const bytes = glb(box([0.04, 0.02, 0.01]))
  service.engine.script.download = () => bytes
  expect((await service.post('/api/generate', person, { prompt: 'a cup' })).status).toBe(200)
  const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([768, 768])
  const opaqueAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3] === 255
  /** Width divided by height of the drawing in a quarter. */
  const ratioOf = (fromX: number, fromY: number) => {
    const at = Array.from({ length: 384 * 384 }, (_, each) => [
      each % 384,
      (each / 384) | 0,
    ]).filter(([x = 0, y = 0]) => opaqueAt(fromX + x, fromY + y))
    const span = (axis: number) => {
      const places = at.map((place) => place[axis] ?? 0)
      const [min, max] = places.reduce(
        ([low, high], place) => [Math.min(low, place), Math.max(high, place)] as const,
        [Infinity, -Infinity] as const,
      )
      return max - min
    }
    return span(0) / span(1)
  }
  // The model lies on its largest side: from the left it measures 20 wide by 10 high, from behind 40 by 10, from
  // below 40 by 20. The camera is slightly above, so heights look larger.
  const [left, back, below] = [ratioOf(384, 0), ratioOf(0, 384), ratioOf(384, 384)]
  expect(left).toBeWithin(1.2, 2)
  expect(back).toBeWithin(2.5, 4)
  expect(below).toBeWithin(1.95, 2.05)
})

describe('a refused model', () => {
  test('from words ends like a refused prompt: its credits are refunded, and its files are withheld from everyone', async () => {
    const response = await service.post('/api/generate', person, { prompt: 'a cup' })
    expect([response.status, await response.json()]).toEqual([400, refused])
    expect(await service.ledger(person)).toEqual([
      { kind: 'charge', credits: -1 },
      { kind: 'refund', credits: 1 },
    ])
    expect(await modelsOf()).toEqual([])
    const { id, uri } = await refusedModel({ mode: 'hi_fi' })
    expect(await status(id)).toMatchObject({ status: 'error', ...refused })
    expect(await service.credits(person)).toBe(20)
    expect(looks).toBe(2)
    for (const path of [`/models/${id}/file`, `/models/${id}/picture`]) {
      expect((await page(path, person.cookie))[0]).toBe(404)
    }
    const proxy = `/api/model-proxy?url=${encodeURIComponent(uri)}`
    expect((await page(proxy, person.cookie))[0]).toBe(403)
    const [, html] = await page(`/models/${id}`, person.cookie)
    expect(html).toContain('The content check refused the model that was made')
    const published = await service.fetch(
      '/api/gallery',
      jsonPost({ generationId: id, title: 'Goblet' }, person.session),
    )
    expect(published.status).toBe(404)
  })

  test('from pictures and a retexture are withheld as well', async () => {
    const form = generationForm({ inputMode: 'image', prompt: 'a cup' }, [{}])
    const response = await service.post('/api/generate', person, form)
    expect([response.status, await response.json()]).toEqual([400, refused])
    verdict = () => 'allowed'
    const made = await (await service.post('/api/generate', person, { prompt: 'a cup' })).json()
    verdict = () => 'refused'
    const body = { generationId: made.generationId, prompt: 'moss' }
    const painted = await service.post('/api/retexture', person, body)
    expect([painted.status, await painted.json()]).toEqual([400, refused])
    expect(await service.credits(person)).toBe(19)
    expect((await withheld()).length).toBe(2)
  })

  test('may be one draft of a set whose other drafts are shown, and a refused refinement may be requested again', async () => {
    verdict = (look) => (look === 2 ? 'refused' : 'allowed')
    const started = await service.post('/api/generate/start', person, {
      prompt: 'a cup',
      drafts: 4,
    })
    const { drafts } = await started.json()
    await workOff(service)
    const read = async () =>
      (
        await (
          await service.fetch(`/api/drafts/${drafts.setId}`, { headers: person.session })
        ).json()
      ).drafts.map((draft: { status: string }) => draft.status)
    const states = await read()
    expect([...states].sort()).toEqual(['done', 'done', 'done', 'error'])
    expect(await service.credits(person)).toBe(17)
    verdict = () => 'refused'
    const refineOf = drafts.jobIds[states.indexOf('done')]
    const first = await start({ refineOf })
    await workOff(service)
    expect(await status(first)).toMatchObject({ status: 'error', ...refused })
    expect(await service.credits(person)).toBe(17)
    verdict = () => 'allowed'
    const second = await start({ refineOf })
    await workOff(service)
    expect([second === first, (await status(second)).status]).toEqual([false, 'done'])
    expect(await service.credits(person)).toBe(14)
    // After delivery, each draft is a separate model, and the set is complete.
    for (const { id } of await withheld()) {
      expect(await send(`/operator/withheld/${id}/deliver`)).toEqual([
        303,
        '/operator/withheld?done=delivered',
      ])
    }
    expect(await read()).toEqual(['done', 'done', 'done', 'done'])
    expect((await status(first)).status).toBe('done')
    expect(await service.credits(person)).toBe(14)
  })

  test('is reported as refused by the MCP tool', async () => {
    const account = await service.account()
    const words = { prompt: 'a small vase', confirm: true }
    const { fields } = await resultOf(callTool(service, account, 'generate_model', words))
    await workOff(service)
    const { job_id } = fields
    const made = await resultOf(callTool(service, account, 'get_generation', { job_id }))
    expect(made.fields).toMatchObject({ status: 'error', model_url: null })
    expect(made.text).toContain('The model that was made was refused by moderation')
    expect(made.text).toContain('Its credits were refunded.')
  })

  test('is not moderated where no server moderates pictures', async () => {
    service.replace({ languageModel: service.language })
    const response = await service.post('/api/generate', person, { prompt: 'a cup' })
    expect([response.status, looks]).toEqual([200, 0])
  })

  test('a file that is not a mesh cannot be moderated', async () => {
    service.engine.script.download = () => new Uint8Array([1, 2, 3])
    const response = await service.post('/api/generate', person, { prompt: 'a cup' })
    expect([response.status, looks]).toEqual([200, 0])
  })
})

describe('while the moderation server is unavailable', () => {
  const started = async () => {
    const id = await start({ prompt: 'a cup', advanced: { sizeMm } })
    const run = async () => {
      await runQueuedJob(service.deps, generationJobIdOf(id), new AbortController().signal)
      return await service.deps.generationJobs.read(generationJobIdOf(id))
    }
    return { id, run }
  }

  test('a job waits for it', async () => {
    verdict = (look) => (look < 3 ? 'unavailable' : 'allowed')
    const { run } = await started()
    expect((await run())?.status).toBe('running')
    expect((await run())?.status).toBe('running')
    expect((await run())?.status).toBe('done')
    expect(service.engine.asked.length).toBe(1)
    expect(await service.credits(person)).toBe(19)
  })

  test('after five minutes the model is withheld, its credits are refunded, and operators decide', async () => {
    verdict = () => 'unavailable'
    const { id, run } = await started()
    expect((await run())?.status).toBe('running')
    service.advance(4 * 60)
    expect((await run())?.status).toBe('running')
    service.advance(1.1 * 60)
    const ended = await run()
    service.advance(-5.1 * 60)
    expect(ended?.failure).toEqual({ kind: 'result_not_checked', made: 'model' })
    expect(await service.credits(person)).toBe(20)
    const { error } = await status(id)
    expect(error).toContain('The model was made, but the content check could not review it.')
    expect(error).toContain('We will review it')
    const [one] = await withheld()
    expect(one).toMatchObject({
      id,
      cause: 'unseen',
      reason: 'The moderation server did not answer.',
    })
    expect((await page('/operator/withheld'))[1]).toContain('Not reviewed')
  })
})

describe('a model whose repair failed', () => {
  test.each(['timed_out', 'crashed'] as const)(
    '%s has its file moderated unrepaired',
    async (kind) => {
      service.replace({ meshes: { process: async () => ({ kind }) } })
      const response = await service.post('/api/generate', person, { prompt: 'a cup' })
      expect([response.status, looks]).toEqual([400, 1])
      expect(await withheld()).toMatchObject([{ cause: 'refused' }])
      verdict = () => 'allowed'
      const id = await start({ prompt: 'a cup', advanced: { sizeMm } })
      await workOff(service)
      expect([(await status(id)).status, looks]).toEqual(['done', 2])
    },
  )

  test.each(['timed_out', 'unreadable'] as const)(
    'and that cannot be drawn (%s) is withheld immediately as not moderated',
    async (kind) => {
      const draw = async () => ({ kind, code: 'no', message: 'No.' })
      service.replace({ meshes: { process: async () => ({ kind: 'timed_out' }), draw } })
      const id = await start({ prompt: 'a cup', advanced: { sizeMm } })
      await workOff(service)
      expect([(await status(id)).status, looks]).toEqual(['error', 0])
      expect(await withheld()).toMatchObject([
        { id, cause: 'unseen', reason: 'The model could not be drawn.' },
      ])
      expect(await service.credits(person)).toBe(20)
      expect(await modelsOf()).toEqual([])
    },
  )
})

describe('a verdict', () => {
  const started = async () => {
    const id = await start({ prompt: 'a cup', advanced: { sizeMm } })
    const run = async () => {
      await runQueuedJob(service.deps, generationJobIdOf(id), new AbortController().signal)
      return await service.deps.generationJobs.read(generationJobIdOf(id))
    }
    return { id, run }
  }
  const breakStorage = () => {
    let isAway = true
    const { putFile } = service.deps.objects
    service.replace({
      objects: {
        putFile: async (...file: Parameters<typeof putFile>) => {
          if (isAway) throw new Error('storage is away')
          return await putFile(...file)
        },
      },
    })
    return () => {
      isAway = false
    }
  }

  test('is kept while storage is unavailable: an allowed model is delivered without another moderation', async () => {
    verdict = (look) => (look === 1 ? 'unavailable' : look === 2 ? 'allowed' : 'refused')
    const mend = breakStorage()
    const { run } = await started()
    expect((await run())?.status).toBe('running')
    expect((await run())?.status).toBe('running')
    expect((await run())?.status).toBe('running')
    service.advance(4.5 * 60)
    mend()
    const ended = await run()
    service.advance(-4.5 * 60)
    expect([ended?.status, looks]).toEqual(['done', 2])
    expect(await withheld()).toEqual([])
    expect(await service.credits(person)).toBe(19)
  })

  test('of refusal is kept as well: the model is withheld once it is stored', async () => {
    verdict = (look) => (look === 1 ? 'refused' : 'allowed')
    const mend = breakStorage()
    const { id, run } = await started()
    expect((await run())?.status).toBe('running')
    mend()
    expect((await run())?.failure).toMatchObject({ kind: 'nsfw', refused: 'model' })
    expect(looks).toBe(1)
    expect(await withheld()).toMatchObject([{ id, cause: 'refused' }])
    expect(await modelsOf()).toEqual([])
  })

  test('on a model that is never stored makes no promise', async () => {
    breakStorage()
    const { id, run } = await started()
    expect((await run())?.status).toBe('running')
    service.advance(5.1 * 60)
    expect((await run())?.status).toBe('error')
    service.advance(-5.1 * 60)
    expect((await status(id)).message).toBe(
      'The content check refused the model that was made, and its credits were refunded. Moderation found: violence. It could not be stored, so it cannot be delivered.',
    )
    expect(await withheld()).toEqual([])
    verdict = () => 'unavailable'
    const second = await started()
    expect((await second.run())?.status).toBe('running')
    service.advance(5.1 * 60)
    expect((await second.run())?.status).toBe('running')
    service.advance(5.1 * 60)
    expect((await second.run())?.status).toBe('error')
    service.advance(-10.2 * 60)
    const { error } = await status(second.id)
    expect(error).toContain('and it could not be stored')
    expect(error).not.toContain('We will review it')
    expect(await service.credits(person)).toBe(20)
  })

  test('waits longer for capacity at the geometry core than for a response', async () => {
    verdict = () => 'allowed'
    const { draw } = service.deps.meshes
    let isBusy = true
    service.replace({
      meshes: {
        draw: async (request: Parameters<typeof draw>[0]) =>
          isBusy ? { kind: 'busy' } : await draw(request),
      },
    })
    const { run } = await started()
    expect((await run())?.status).toBe('running')
    service.advance(6 * 60)
    expect((await run())?.status).toBe('running')
    isBusy = false
    const ended = await run()
    service.advance(-6 * 60)
    expect([ended?.status, looks]).toEqual(['done', 1])
  })
})

describe('operators', () => {
  test('see it with its picture, and deliver it without charging credits', async () => {
    const { id, uri } = await refusedModel({ notify: true })
    const path = `/operator/withheld/${id}`
    const [, list] = await page('/operator/withheld')
    expect(list).toContain('a secret goblet')
    expect(list).toContain(person.email)
    expect(list).toContain('Moderation found: violence.')
    expect((await page('/operator/gallery'))[1]).toContain('href="/operator/withheld"')
    expect((await page(path))[1]).toContain(`${path}/picture`)
    const picture = await service.fetch(`${path}/picture`, { headers: { cookie: desk } })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const viewer = await service.signIn(VIEWER_EMAIL)
    expect((await page(path, viewer))[1]).not.toContain('Deliver it')
    for (const cookie of [viewer, person.cookie]) {
      expect((await send(`${path}/deliver`, cookie))[0]).toBe(403)
      expect((await send(`${path}/delete`, cookie))[0]).toBe(403)
    }
    expect((await page(path, person.cookie))[0]).toBe(403)
    expect(await send(`${path}/deliver`)).toEqual([303, '/operator/withheld?done=delivered'])
    expect((await send(`${path}/deliver`))[0]).toBe(404)
    const [action] = await service.deps.operatorActions.list(1)
    expect(action).toMatchObject({
      kind: 'withheld_delivered',
      subject: id,
      by: OPERATOR_EMAIL,
      reason: 'Moderation found: violence.',
    })
    const job = await status(id)
    expect(job).toMatchObject({
      status: 'done',
      result: { modelUrl: uri, persisted: true, creditsCharged: 0 },
    })
    expect(job.error).toBeUndefined()
    expect(await service.credits(person)).toBe(20)
    expect((await page(`/models/${id}`, person.cookie))[0]).toBe(200)
    await sweepLater(uri)
    expect(await isStored(uri)).toBe(true)
    const mail = await service.db
      .selectFrom('emails')
      .select(['subject', 'body'])
      .where('recipient', '=', person.email)
      .where('kind', '=', `generation:${id}:delivered`)
      .executeTakeFirstOrThrow()
    expect(mail.subject).toBe('Your model is ready')
    expect(mail.body).toContain(`/models/${id}`)
  })

  test('deliver one with locks in the same order as an account deletion', async () => {
    const { id } = await refusedModel()
    const { pool } = service.service.database
    const deletion = await pool.connect()
    try {
      await deletion.query('begin')
      await deletion.query('select from accounts where id = $1 for update', [person.accountId])
      const delivered = service.deps.withheldResults.deliver(
        generationJobIdOf(id),
        OPERATOR_EMAIL,
        new Date(),
      )
      await untilOneWaits(service.db)
      await deletion.query('update generation_jobs set polls = polls where id = $1', [id])
      await deletion.query('commit')
      expect(await delivered).toBe(true)
    } finally {
      deletion.release(true)
    }
  })

  test('keep one whose result cannot be read', async () => {
    const { id } = await refusedModel()
    const empty = "update withheld_results set result = 'null' where job_id = $1"
    await service.service.database.pool.query(empty, [id])
    const delivered = service.deps.withheldResults.deliver(
      generationJobIdOf(id),
      OPERATOR_EMAIL,
      new Date(),
    )
    expect(await delivered.catch((error: unknown) => error)).toBeInstanceOf(Error)
    expect(await withheld()).toMatchObject([{ id }])
  })

  test('delete one, whose job keeps its final state and whose files are removed', async () => {
    const { id, uri } = await refusedModel()
    await sweepLater(uri)
    expect(await isStored(uri)).toBe(true)
    expect(await send(`/operator/withheld/${id}/delete`)).toEqual([
      303,
      '/operator/withheld?done=deleted',
    ])
    await sweepLater(uri)
    expect(await isStored(uri)).toBe(false)
    expect(await status(id)).toMatchObject({ status: 'error', ...refused })
    expect((await page(`/operator/withheld/${id}`))[0]).toBe(404)
    expect((await send(`/operator/withheld/${id}/deliver`))[0]).toBe(404)
  })
})

describe('is deleted', () => {
  test('with its generation, when its owner deletes that', async () => {
    const { id, uri } = await refusedModel()
    const headers = { ...person.session, origin: service.baseUrl }
    const init = { method: 'DELETE', headers }
    expect((await service.fetch(`/api/generations/${id}`, init)).status).toBe(200)
    expect(await withheld()).toEqual([])
    await sweepLater(uri)
    expect(await isStored(uri)).toBe(false)
  })

  test('with its account, whose earlier export lists it', async () => {
    const { id, uri } = await refusedModel()
    const part = { offset: 0, limit: 10 }
    expect(
      await service.deps.accountRecords.exportRows(person.accountId, 'withheldResults', part),
    ).toMatchObject([{ job_id: id, cause: 'refused', prompt: 'a secret goblet' }])
    expect(await service.deps.accountRecords.erase(person.accountId)).toMatchObject({
      kind: 'erased',
    })
    expect(await withheld()).toEqual([])
    await sweepLater(uri)
    expect(await isStored(uri)).toBe(false)
  })

  test('after 30 days without a decision', async () => {
    const { uri } = await refusedModel()
    await sweep(service.db, { coreVersion, basketDays: 30 })
    expect((await withheld()).length).toBe(1)
    await service.service.database.pool.query(
      `update withheld_results set created_at = now() - interval '30 days 1 minute'`,
    )
    await sweep(service.db, { coreVersion, basketDays: 30 })
    expect(await withheld()).toEqual([])
    await sweepLater(uri)
    expect(await isStored(uri)).toBe(false)
  })

  test('in batches', async () => {
    const uris = [
      (await refusedModel()).uri,
      (await refusedModel()).uri,
      (await refusedModel()).uri,
    ]
    await service.service.database.pool.query(
      `update withheld_results set created_at = now() - interval '30 days 1 minute'`,
    )
    await sweepWithheld(service.db, 2)
    expect(await withheld()).toEqual([])
    await sweepLater(...uris)
    expect(await Promise.all(uris.map(isStored))).toEqual([false, false, false])
  })
})

describe('a picture that was made', () => {
  const draw = () => service.post('/api/images/generate', person, { prompt: 'a frog' })

  test('is moderated, and a refused one is not kept', async () => {
    verdict = () => 'allowed'
    expect((await draw()).status).toBe(200)
    verdict = () => 'refused'
    const response = await draw()
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: 'nsfw',
        message: 'The content check refused the picture that was made. Moderation found: violence.',
      },
    ])
    expect(await service.deps.images.countOwned(person.accountId)).toBe(1)
    expect(await withheld()).toEqual([])
  })

  test('waits for a verdict, and is not kept without one', async () => {
    verdict = (look) => (look === 1 ? 'unavailable' : 'allowed')
    expect((await draw()).status).toBe(200)
    verdict = () => 'unavailable'
    const response = await draw()
    expect([response.status, response.headers.get('x-error-code')]).toEqual([
      422,
      'result_not_checked',
    ])
    expect(response.headers.get('retry-after')).toBeNull()
    expect((await response.json()).error).toContain('so it was not kept')
    expect(await service.deps.images.countOwned(person.accountId)).toBe(1)
    // The vendor was paid for both pictures.
    const row = await service.db
      .selectFrom('rate_counters')
      .select('taken')
      .where('scope', '=', 'images-day')
      .executeTakeFirst()
    expect(row?.taken).toBe(2)
  })

  test('is moderated within a separate time limit, however long the vendor took', async () => {
    const time = new AbortController()
    const { timeout } = AbortSignal
    const ofVendor = 120_000
    const spy = spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === ofVendor ? time.signal : timeout.call(AbortSignal, ms),
    )
    try {
      const made = service.deps.imageModel.draw
      service.replace({
        imageModel: {
          draw: async (request: Parameters<typeof made>[0]) => {
            const picture = await made(request)
            time.abort()
            return picture
          },
        },
        languageModel: {
          moderate: async ({ signal }: { signal?: AbortSignal | undefined }) => ({
            kind: signal?.aborted === false ? 'allowed' : 'unavailable',
          }),
        },
      })
      expect((await draw()).status).toBe(200)
      expect(time.signal.aborted).toBe(true)
    } finally {
      spy.mockRestore()
    }
  })
})

test('a job whose engine fails withholds nothing', async () => {
  service.engine.script.start = () => ({ kind: 'failed', message: 'No.' })
  expect((await service.post('/api/generate', person, { prompt: 'a cup' })).status).toBe(502)
  service.engine.script.start = () => startedTask()
  expect(await withheld()).toEqual([])
})
