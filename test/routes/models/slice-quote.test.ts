// POST /api/slice-quote: the order of its checks, its one real slice of a model, and the stored result for all later
// requests.
import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createExtensionToken } from '../../../server/domain/accounts/extension-tokens.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import type { SliceRequest } from '../../../server/domain/slicing/ports.ts'
import { callTool } from '../../../testing/agent/call-tool.ts'
import { SLICE, standInSlicer } from '../../../testing/agent/stand-ins.ts'
import { generationRow } from '../../../testing/database/rows.ts'
import { cube3mf, cubeGlb, cubeStl } from '../../../testing/models/meshes.ts'
import { refusal } from '../../../testing/people/submit.ts'
import {
  cubeObj,
  FAKE_SLICE,
  scriptedSlicer,
  signInWithKey,
  sliceQuote,
  upload,
  uploaded,
} from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const slicer = use(scriptedSlicer, ({ end }) => end())
const service = useService(() => ({
  env: {
    SLICER_PATH: slicer.path,
    SLICER_CONCURRENCY: '2',
    SLICER_WAIT_SECONDS: '2',
    GEOMETRY_WORKERS: '2',
  },
}))
let person: Awaited<ReturnType<typeof signInWithKey>>
// Creates a new account for every test: 30 slices an hour are not enough for all tests.
let people = 0
beforeEach(async () => {
  people += 1
  person = await signInWithKey(service, `slices-${people}@example.com`)
})

let sizes = 10
/** Returns a new cube size every time, so that nothing is stored for it yet. */
const nextSize = () => {
  sizes += 0.25
  return sizes
}
const put = async (
  file: { name: string; bytes: Uint8Array<ArrayBuffer> | string } = {
    name: 'cube.stl',
    bytes: cubeStl({ sizeMm: nextSize() }),
  },
  as = person.cookie,
  fields: Record<string, string> = {},
) => (await uploaded(upload(service, as, file, fields))).generationId

const ask = (generationId: unknown, as = person.cookie) => sliceQuote(service, as, { generationId })
const answered = async (sending: Promise<Response>) => {
  const response = await sending
  expect(response.status).toBe(200)
  return await response.json()
}

const analysis = {
  filamentCm3: 0.900008,
  seconds: 360,
  layers: 10,
  sliceScale: 1,
  slicedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
}

verifies(
  [
    'slice.answer',
    'slice.generation-id',
    'slice.analysis.filament-cm3',
    'slice.analysis.seconds',
    'slice.analysis.layers',
    'slice.analysis.slice-scale',
    'slice.analysis.sliced-at',
  ],
  async () => {
    const generationId = await put()
    const before = slicer.runs().length
    const response = await answered(ask(generationId))
    expect(response).toEqual({ ok: true, cached: false, sliceAnalysis: analysis })
    expect(Object.keys(response.sliceAnalysis)).toEqual([
      'filamentCm3',
      'seconds',
      'layers',
      'sliceScale',
      'slicedAt',
    ])
    expect(slicer.runs().length).toBe(before + 1)
    const row = await generationRow(service.db, generationId)
    const { key, ...stored } = v.parse(v.looseObject({ key: v.string() }), row.slice_analysis)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(stored).toEqual(response.sliceAnalysis)
  },
)

verifies(['slice.idempotent', 'slice.cached-flag'], async () => {
  const generationId = await put()
  const first = await answered(ask(generationId))
  const runs = slicer.runs().length
  service.advance(60)
  const second = await answered(ask(generationId))
  expect([first.cached, second.cached]).toEqual([false, true])
  expect(second.sliceAnalysis).toEqual(first.sliceAnalysis)
  expect(slicer.runs().length).toBe(runs)
})

verifies('slice.cached-when-slicer-down', async () => {
  const generationId = await put()
  const first = await answered(ask(generationId))
  slicer.setDown(true)
  try {
    const again = await answered(ask(generationId))
    expect(again).toEqual({ ok: true, cached: true, sliceAnalysis: first.sliceAnalysis })
    expect(await refusal(ask(await put()))).toEqual([503, 'Slicer not configured'])
  } finally {
    slicer.setDown(false)
  }
})

verifies('decision.sliced-once', 'the same bytes of two accounts are sliced once', async () => {
  const other = await service.signIn('same-bytes@example.com')
  const file = { name: 'same.stl', bytes: cubeStl({ sizeMm: nextSize() }) }
  const [mine, theirs] = [await put(file), await put(file, other)]
  const before = slicer.runs().length
  const [a, b] = await Promise.all([answered(ask(mine)), answered(ask(theirs, other))])
  expect(slicer.runs().length).toBe(before + 1)
  expect(a.sliceAnalysis).toMatchObject(FAKE_SLICE)
  expect(b.sliceAnalysis).toMatchObject(FAKE_SLICE)
  const third = await answered(ask(await put(file)))
  expect(third).toMatchObject({ ok: true, cached: true, sliceAnalysis: FAKE_SLICE })
  expect(slicer.runs().length).toBe(before + 1)
})

verifies(
  'decision.supports.slice',
  'slices with supports, without supports and of the rotated part are separate',
  async () => {
    const bytes = cubeStl({ sizeMm: nextSize() })
    const path = join(service.stateDir, 'three-slices.stl')
    writeFileSync(path, bytes)
    const measured = await service.deps.geometry.measure({ source: { path }, format: 'stl' })
    if (measured.kind !== 'mesh') throw new Error(measured.kind)
    const settings = {
      layerHeightMm: 0.2,
      infillPercent: 20,
      nozzleMm: 0.4,
      flow: 'standard',
    } as const
    const isCached = async (print: Pick<SliceRequest, 'settings' | 'orient'>) => {
      const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      const model = { path, sha256, format: 'stl', units: null } as const
      const accountId = accountIdOf('1')
      const part = { ...model, accountId, report: measured.report, expected: null }
      const { outcome, cached } = await service.deps.slicer.slice({ ...part, ...print })
      expect(outcome.kind).toBe('sliced')
      return cached
    }
    const prints = [
      { settings },
      { settings: { ...settings, supports: true } },
      { settings, orient: true },
    ]
    for (const cached of [false, true]) {
      for (const print of prints) expect([print, await isCached(print)]).toEqual([print, cached])
    }
  },
)

test('the same bytes in another unit are a different part', async () => {
  const file = { name: 'unit.stl', bytes: cubeStl({ sizeMm: nextSize() }) }
  await answered(ask(await put(file)))
  const runs = slicer.runs().length
  const response = await answered(ask(await put(file, person.cookie, { units: 'cm' })))
  expect([response.cached, slicer.runs().length]).toEqual([false, runs + 1])
})

verifies(
  'decision.no-caller-file-to-slicer',
  'the slicer receives an STL that the service writes, never the uploaded file',
  async () => {
    const size = { sizeMm: nextSize() }
    const files = [
      { name: 'own.3mf', bytes: cube3mf(size) },
      { name: 'own.obj', bytes: cubeObj(size) },
      { name: 'own.stl', bytes: `fake:abort\n${'x'.repeat(200)}` },
      { name: 'own.stl', bytes: cubeStl(size) },
    ]
    for (const { name, bytes } of files) {
      const response = await upload(service, person.cookie, { name, bytes })
      // The third file is not a mesh: it does not become a stored model.
      if (response.status === 422) continue
      const { generationId } = await response.json()
      const before = slicer.runs().length
      await answered(ask(generationId))
      const [given = ''] = slicer.runs().slice(before)
      // 'binar', the beginning of the header of our STLs; cubeStl's is all zeros, a ZIP's is 50 4b 03 04, an OBJ's 'v
      // 0 0'.
      expect(given.trim()).toBe('62 69 6e 61 72')
    }
    // The scripted slicer's notes next to each model do not count.
    const left = readdirSync(join(service.stateDir, 'uploads'))
    expect(left.filter((name) => !name.endsWith('.runs'))).toEqual([])
  },
)

verifies(
  'slice.glb',
  'a GLB is refused, because it uses the estimate, and nothing is sliced',
  async () => {
    const generationId = await put({ name: 'a.glb', bytes: cubeGlb({ sizeMm: nextSize() }) })
    const runs = slicer.runs().length
    expect(await refusal(ask(generationId))).toEqual([422, 'Only STL/OBJ/3MF models can be sliced'])
    expect(slicer.runs().length).toBe(runs)
    const { slice_analysis } = await generationRow(service.db, generationId)
    expect(slice_analysis).toBeNull()
  },
)

verifies('slice.grams', 'a quote bills the slice that slice-quote shows', async () => {
  const outcome = { ...SLICE, filamentCm3: 30.2 }
  service.replace({ slicer: standInSlicer(outcome).slicer })
  const file = { name: 'cube.stl', bytes: cubeStl({ sizeMm: nextSize() }) }
  const { generationId, modelUrl } = await uploaded(upload(service, person.cookie, file))
  expect((await answered(ask(generationId))).sliceAnalysis.filamentCm3).toBe(30.2)
  const quoted = async (material: string) =>
    (
      await callTool(service, person, 'quote_print', {
        model_url: modelUrl,
        material,
        color: 'Red',
      })
    ).fields['price']
  // 30.2 cm3 x 1.27 = 38.354 g of petg, billed as 39, x $0.12 = $4.68; x 1.07 = 32.314 g of asa, as 33, x $0.14 = $4.62.
  expect(await quoted('petg')).toMatchObject({ billed_grams: 39, print: 4.68, total: 11.68 })
  expect(await quoted('asa')).toMatchObject({ billed_grams: 33, print: 4.62, total: 11.62 })
})

test('the time for fetching the model is not available to its slice', async () => {
  const generationId = await put()
  const clock = spyOn(performance, 'now')
  const { objects } = service.deps
  service.replace({
    objects: {
      fetchToFile: async (key, path) => {
        const later = performance.now() + 100_000
        clock.mockImplementation(() => later)
        return await objects.fetchToFile(key, path)
      },
    },
    slicer: {
      readiness: () => 'ready',
      slice: ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
    },
  })
  expect((await ask(generationId)).status).toBe(502)
  clock.mockRestore()
})

describe('refusals', () => {
  verifies(
    ['slice.error.no-session', 'auth.key.not-slice', 'auth.token.not-slice', 'auth.session.slice'],
    async () => {
      const unknown = [401, 'Authentication required'] as const
      const generationId = await put()
      expect(await refusal(ask(generationId, ''))).toEqual([...unknown])
      const token = await createExtensionToken(service.deps, person.caller, { name: 'a token' })
      if (!token.ok) throw new Error(token.failure.kind)
      for (const headers of [person.headers, { authorization: `Bearer ${token.value.token}` }]) {
        const init = { method: 'POST', headers, body: JSON.stringify({ generationId }) }
        expect(await refusal(service.fetch('/api/slice-quote', init))).toEqual([...unknown])
      }
      expect((await ask(generationId)).status).toBe(200)
    },
  )

  verifies('slice.error.generation-id', async () => {
    const own = await service.signIn('no-id@example.com')
    for (const body of [{}, { generationId: 7 }, { generationId: '' }, [], 'null', '{', '']) {
      expect(await refusal(sliceQuote(service, own, body))).toEqual([400, 'generationId required'])
    }
  })

  verifies('slice.error.not-found', async () => {
    const missing = [404, 'Generation not found'] as const
    const other = await service.signIn('others-generation@example.com')
    const theirs = await put(undefined, other)
    expect(await refusal(ask(theirs))).toEqual([...missing])
    expect(await refusal(ask('no-such-generation'))).toEqual([...missing])
    expect(await refusal(ask(`nul\0${'x'.repeat(5000)}`))).toEqual([...missing])
    expect(await refusal(ask(await addRow({ model_uri: null })))).toEqual([...missing])
    // Another account's model does not belong to this account, whatever the row says.
    const { model_uri } = await generationRow(service.db, theirs)
    const borrowed = await addRow({ model_uri })
    expect(await refusal(ask(borrowed))).toEqual([...missing])
    await service.db
      .updateTable('models')
      .set({ published: true })
      .where('uri', '=', model_uri ?? '')
      .execute()
    expect(await answered(ask(borrowed))).toMatchObject({ ok: true })
  })

  verifies(
    'slice.error.not-configured',
    'before managed storage and format are checked',
    async () => {
      const ids = [
        await put(),
        await put({ name: 'a.glb', bytes: cubeGlb({ sizeMm: nextSize() }) }),
        await addRow({ model_uri: 'https://engine.example/model.stl' }),
      ]
      for (const state of ['not_configured', 'broken'] as const) {
        service.replace({ slicer: { readiness: () => state } })
        for (const id of ids) expect(await refusal(ask(id))).toEqual([503, 'Slicer not configured'])
        expect(await refusal(ask('no-such-generation'))).toEqual([404, 'Generation not found'])
      }
    },
  )

  verifies('slice.error.not-managed', async () => {
    for (const model_uri of ['https://engine.example/model.stl', 'gs://elsewhere/models/a.stl']) {
      expect(await refusal(ask(await addRow({ model_uri })))).toEqual([
        422,
        'Model is not in managed storage',
      ])
    }
  })

  verifies('slice.error.glb', async () => {
    const id = await put({ name: 'b.glb', bytes: cubeGlb({ sizeMm: nextSize() }) })
    expect(await refusal(ask(id))).toEqual([422, 'Only STL/OBJ/3MF models can be sliced'])
  })

  const failed = [502, 'Slicing failed — quote stays on the estimate'] as const
  const failures = [
    {
      id: requirement('slice.error.failed'),
      what: 'refuses',
      script: 'echo "There is an object with no extrusions in the first layer." >&2; exit 1',
    },
    { id: requirement('slice.error.failed'), what: 'dies', script: 'kill -ABRT $$' },
    { id: requirement('slice.error.failed'), what: 'says nothing', script: 'exit 0' },
  ]
  for (const { id, what, script } of failures) {
    verifies(
      id,
      `a slicer that ${what} leads to a 502, and the next attempt may succeed`,
      async () => {
        const generationId = await put()
        slicer.script(script)
        expect(await refusal(ask(generationId))).toEqual([...failed])
        slicer.script(null)
        const again = await ask(generationId)
        // A refusal is stored for the same bytes; a crash is not.
        expect(again.status).toBe(what === 'refuses' ? 502 : 200)
      },
    )
  }

  verifies(
    'slice.error.failed',
    'callers that are refused because the queue is full are told when to retry',
    async () => {
      // The model is so large that the waiting jobs have more than two seconds of predicted work, even on the fastest
      // machine that the predictor can assume.
      const large = () => ({ name: 'large.stl', bytes: cubeStl({ sizeMm: 200 + nextSize() }) })
      const ids = await Promise.all(Array.from({ length: 12 }, () => put(large())))
      const gate = join(service.stateDir, 'slicers-may-end')
      slicer.script(`while [ ! -e '${gate}' ]; do /bin/sleep 0.05; done`)
      const asked = ids.map((id) => ask(id))
      const isRefused = async (sending: Promise<Response>) => {
        if ((await sending).status === 200) throw new Error('it was sliced')
      }
      await Promise.any(asked.map(isRefused))
      writeFileSync(gate, '')
      const responses = await Promise.all(asked)
      slicer.script(null)
      const refused = responses.filter(({ status }) => status !== 200)
      expect(responses.length - refused.length).toBeGreaterThanOrEqual(2)
      expect(refused.length).toBeGreaterThan(0)
      for (const response of refused) {
        expect([response.status, await response.json()]).toEqual([failed[0], { error: failed[1] }])
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    },
  )

  test('a model that is missing from storage', async () => {
    const generationId = await put()
    const fetchToFile = async () => null
    const restore = service.replace({ objects: { fetchToFile } })
    expect(await refusal(ask(generationId))).toEqual([404, 'Generation not found'])
    restore()
    const unreachable = () => Promise.reject(new Error('no route to the bucket'))
    const back = service.replace({ objects: { fetchToFile: unreachable } })
    expect(await refusal(ask(generationId))).toEqual([...failed])
    back()
    expect((await ask(generationId)).status).toBe(200)
  })

  verifies(['slice.error.limit', 'limits.enforced.slice-quote'], async () => {
    const busy = await service.signIn('many-slices@example.com')
    for (let sent = 0; sent < 30; sent += 1) expect((await ask('', busy)).status).toBe(400)
    const refused = await ask('', busy)
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: 'Too many slice requests — try again shortly.' },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('the log shows the estimate next to a new slice', async () => {
  const before = service.logs().length
  await answered(ask(await put()))
  const made = service
    .logs()
    .slice(before)
    .filter(({ event }) => event === 'slice.made')
  expect(made).toHaveLength(1)
  const { filamentCm3 } = FAKE_SLICE
  const error = (100 * (Number(made[0]?.['estimateCm3']) - filamentCm3)) / filamentCm3
  expect(Math.abs(Number(made[0]?.['filamentErrorPercent']) - error)).toBeLessThanOrEqual(0.05)
  expect(made[0]).toMatchObject({ ...FAKE_SLICE, warnings: expect.any(Array) })
})

async function addRow(row: { model_uri: string | null }): Promise<string> {
  const id = crypto.randomUUID()
  const { accountId } = person.caller
  await service.db
    .insertInto('generations')
    .values({ id, account_id: accountId, mode: 'fast_draft', ...row })
    .execute()
  return id
}
