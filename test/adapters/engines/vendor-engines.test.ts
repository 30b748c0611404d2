// From an accepted task to a file on disk: steps that survive a change of process, expired links, repainting, and
// keys that stay private.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineTask } from '../../../server/domain/generation/engine/engine.ts'
import { openEngineBench } from '../../../testing/engines/engine-bench.ts'
import {
  type EngineRequestChange,
  engineRequest,
} from '../../../testing/engines/engine-requests.ts'
import { closing } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const bench = openEngineBench()
const { vendors, engines } = bench
const { signal } = new AbortController()
afterAll(() => bench.close())
afterEach(() => expect(vendors.violations).toEqual([]))

let numbers = 0
function prompted(words = ''): string {
  numbers += 1
  return `boat ${numbers}! ${words}`
}

async function finished(change: EngineRequestChange) {
  const outcome = await bench.run(engineRequest(change))
  if (outcome.kind !== 'finished') throw new Error(outcome.message)
  return outcome
}

const isGlb = (bytes: Uint8Array) => {
  const file = Buffer.from(bytes)
  return file.toString('latin1', 0, 4) === 'glTF' && file.readUInt32LE(8) === file.length
}

verifies('gen.result.source', 'the source is the vendor of the engine that ran', async () => {
  const sources = new Set<string>()
  for (const engine of ['engine_1', 'engine_2', 'engine_2_p1', 'engine_3', 'engine_4'] as const) {
    const { task } = await finished({ options: { engine } })
    expect(task.engine).toBe(engine)
    sources.add(task.source)
  }
  expect([...sources].sort()).toEqual(['fal', 'tripo'])
  expect(engines.source).toBe('vendors')
})

verifies(
  'gen.result.task-id',
  'the returned id is that of the task that made the model',
  async () => {
    const prompt = prompted()
    const { task } = await finished({
      prompt,
      options: { engine: 'engine_4', refinementPass: true },
    })
    const made = vendors.madeFor(prompt)
    expect(task.taskId).toBe(made.at(-1)?.id ?? 'none')
    expect(made.map(({ call }) => call).at(-1)).toBe('fal-ai/ultrashape')
    expect(task.step).toBe(2)
  },
)

describe('steps', () => {
  test('are each created once, by the process that continues the task', async () => {
    const prompt = prompted('[slow=2]')
    const request = engineRequest({ prompt, options: { engine: 'engine_2', topology: 'quads' } })
    const started = await engines.start(request, signal)
    if (started.kind !== 'started') throw new Error(started.message)
    expect(vendors.madeFor(prompt)).toHaveLength(1)
    // Another process has the same vendors and only the row.
    const other = bench.reopened()
    let task: EngineTask = JSON.parse(JSON.stringify(started.task))
    let progress = await other.read(task, signal)
    while (progress.kind === 'running') progress = await other.read(task, signal)
    if (progress.kind !== 'step_done') throw new Error(progress.kind)
    // Another poll creates nothing.
    expect((await engines.read(task, signal)).kind).toBe('step_done')
    expect(vendors.madeFor(prompt)).toHaveLength(1)
    const next = await engines.next(JSON.parse(JSON.stringify(progress.task)), signal)
    if (next.kind !== 'started') throw new Error(next.message)
    task = next.task
    expect(task.step).toBe(1)
    expect(vendors.madeFor(prompt)).toHaveLength(2)
    const outcome = await bench.finish(task)
    expect(outcome.kind).toBe('finished')
    expect(vendors.madeFor(prompt)).toHaveLength(2)
  })

  test.each(['failed@1', 'banned@1', 'no-credit@1'])(
    'a step that ends as "%s" ends the whole task',
    async (word) => {
      const prompt = prompted(`[${word}]`)
      const outcome = await bench.run(
        engineRequest({ prompt, options: { engine: 'engine_4', refinementPass: true } }),
      )
      expect(outcome.kind).toBe(word === 'banned@1' ? 'banned' : 'failed')
      expect(vendors.madeFor(prompt).length).toBe(word === 'no-credit@1' ? 1 : 2)
    },
  )

  test('a task of an earlier release, without notes, continues', async () => {
    const request = engineRequest({ options: { engine: 'engine_2', topology: 'quads' } })
    const started = await engines.start(request, signal)
    if (started.kind !== 'started') throw new Error(started.message)
    const { notes, ...older } = started.task
    expect(notes).toEqual([])
    const outcome = await bench.finish(older)
    if (outcome.kind !== 'finished') throw new Error(outcome.message)
    expect(outcome.task).toMatchObject({ step: 1, notes: [] })
  })

  test('an unknown task is a failure, not an exception', async () => {
    const { task } = await finished({ options: { engine: 'engine_2' } })
    for (const unknown of [
      { ...task, source: 'demo' },
      { ...task, state: {} },
      { ...task, state: { ...task.state, todo: 'all' } },
    ]) {
      expect((await engines.read(unknown, signal)).kind).toBe('failed')
      expect((await engines.next(unknown, signal)).kind).toBe('failed')
      expect((await engines.download(unknown, signal)).kind).toBe('failed')
    }
    // Nothing remains after the last step.
    expect((await engines.next(task, signal)).kind).toBe('failed')
  })
})

describe('the model', () => {
  test.each(['engine_1', 'engine_2'] as const)(
    'of %s is downloaded from a link that was read immediately before',
    async (engine) => {
      const { task, modelUrl } = await finished({
        prompt: prompted('[expiring=1]'),
        options: { engine },
      })
      // The link of the last poll has expired.
      expect((await fetch(modelUrl)).status).toBe(403)
      expect(isGlb(await bench.bytes(task))).toBe(true)
    },
  )

  test.each(['engine_1', 'engine_2'] as const)(
    'of %s is downloaded from a new link if the link has expired in the meantime',
    async (engine) => {
      const { task } = await finished({ prompt: prompted('[expiring=2]'), options: { engine } })
      expect(isGlb(await bench.bytes(task))).toBe(true)
    },
  )

  test.each(['engine_1', 'engine_2'] as const)(
    'of %s cannot be downloaded after three expired links',
    async (engine) => {
      const prompt = prompted('[dead-link]')
      const { task } = await finished({ prompt, options: { engine } })
      expect(await engines.download(task, signal)).toEqual({
        kind: 'failed',
        message: 'The model was made but could not be fetched from the engine. Try again.',
      })
      expect(vendors.madeFor(prompt)).toHaveLength(1)
    },
  )

  test('of 5 MB arrives complete, and a broken one arrives unchanged for the geometry core to judge', async () => {
    const { task } = await finished({
      prompt: prompted('[large]'),
      options: { engine: 'engine_2' },
    })
    const bytes = await bench.bytes(task)
    expect(bytes.length).toBeGreaterThan(4_500_000)
    expect(isGlb(bytes)).toBe(true)
    const cut = await finished({ prompt: prompted('[broken]'), options: { engine: 'engine_2' } })
    expect(isGlb(await bench.bytes(cut.task))).toBe(false)
  })

  verifies('gen.result.preview-url', 'a refined model keeps its textured original', async () => {
    const prompt = prompted()
    const { task, modelUrl, previewUrl } = await finished({
      prompt,
      inputMode: 'image',
      images: [bench.picture()],
      options: { engine: 'engine_4', refinementPass: true },
    })
    expect(previewUrl).not.toBeNull()
    expect(previewUrl).not.toBe(modelUrl)
    expect(isGlb(await bench.bytes(task, 'preview'))).toBe(true)
    const plain = await finished({ options: { engine: 'engine_4' } })
    expect(plain.previewUrl).toBeNull()
  })
})

describe('pictures', () => {
  test('are sent without the caller’s file name, and control the stand-ins as prompts do', async () => {
    for (const engine of ['engine_1', 'engine_2'] as const) {
      const images = [bench.picture('[failed]')]
      const outcome = await bench.run(
        engineRequest({ inputMode: 'image', images, options: { engine } }),
      )
      expect(outcome.kind).toBe('failed')
    }
    expect(JSON.stringify(vendors.made.map(({ body }) => body))).not.toContain('aunt')
  })
})

describe('repainting', () => {
  const model = () => {
    const path = join(tmpdir(), `svc-repaint-${crypto.randomUUID()}`)
    const bytes = Buffer.from('the textured original')
    writeFileSync(path, bytes)
    return { path, fileName: 'original.glb', sizeBytes: bytes.length, sha256: 'unused' }
  }
  const repainted = async (task: EngineTask, prompt: string) => {
    const outcome = await engines.retexture({ task, prompt, model: model() }, signal)
    if (outcome.kind !== 'started') throw new Error(outcome.message)
    const end = await bench.finish(outcome.task)
    if (end.kind !== 'finished') throw new Error(end.message)
    expect(isGlb(await bench.bytes(end.task))).toBe(true)
    return { end, calls: vendors.madeFor(prompt).map(({ call, body }) => ({ call, body })) }
  }

  test('a model of Tripo is identified by its task, and a model of quads by the task before the conversion', async () => {
    const prompt = prompted()
    const { task } = await finished({ prompt, options: { engine: 'engine_2', topology: 'quads' } })
    const [generated] = vendors.madeFor(prompt)
    const colors = prompted('in red')
    const { end, calls } = await repainted(task, colors)
    expect(calls).toEqual([
      {
        call: '/v3/models/texture',
        body: {
          input: generated?.id,
          model: 'v3.0-20250812',
          texture_prompt: { text: colors },
        },
      },
    ])
    expect(end.task).toMatchObject({ source: 'tripo', engine: 'engine_2', step: 0 })
    // The second repainting uses the result of the first.
    const again = prompted('in blue')
    const second = await repainted(end.task, again)
    expect(second.calls[0]?.body['input']).toBe(end.task.taskId)
  })

  test('a model on fal is sent with the request', async () => {
    const { task } = await finished({ options: { engine: 'engine_3' } })
    const colors = prompted('in red')
    const { calls } = await repainted(task, colors)
    expect(calls).toEqual([
      {
        call: 'fal-ai/meshy/v5/retexture',
        body: {
          model_url: expect.stringMatching(/\/files\/[\w-]+\.glb$/),
          text_style_prompt: colors,
          enable_original_uv: true,
          enable_pbr: true,
        },
      },
    ])
    const sent = vendors.sent(String(calls[0]?.body['model_url']))
    expect(Buffer.from(sent ?? []).toString()).toBe('the textured original')
  })

  test('a model that the vendor has deleted, or that no vendor made, is imported first', async () => {
    const { task } = await finished({ options: { engine: 'engine_2' } })
    const gone = { ...task, state: { ...task.state, origin: crypto.randomUUID() } }
    for (const source of [gone, { ...task, source: 'demo', state: {} }]) {
      const colors = prompted('in green')
      const refusedBefore = vendors.refused.length
      const { end, calls } = await repainted(source, colors)
      expect(end.task).toMatchObject({ source: 'tripo', step: 1 })
      expect(vendors.made.at(-2)).toMatchObject({
        call: '/v3/models/import',
        body: { input: expect.stringMatching(/^file_/) },
      })
      expect(calls).toMatchObject([
        { call: '/v3/models/texture', body: { input: vendors.made.at(-2)?.id ?? '' } },
      ])
      expect(vendors.refused.length - refusedBefore).toBe(source === gone ? 1 : 0)
    }
  })

  test('a refused prompt ends it', async () => {
    const { task } = await finished({ options: { engine: 'engine_2' } })
    const outcome = await engines.retexture(
      { task, prompt: prompted('[banned]'), model: model() },
      signal,
    )
    expect(outcome.kind).toBe('banned')
  })
})

test('with one vendor’s key, the engines of the other are refused before anything is sent', async () => {
  await using alone = closing(openEngineBench({ only: 'fal' }))
  const outcome = await alone.run(engineRequest({ options: { engine: 'engine_2' } }))
  expect(outcome).toEqual({
    kind: 'failed',
    message: 'engine_2 is not available here. Choose another engine, or leave engine at auto.',
  })
  expect(alone.vendors.made).toEqual([])
})

test('no key reaches a log line, a task or a result', async () => {
  const { task, modelUrl } = await finished({
    prompt: prompted('[429]'),
    inputMode: 'image',
    images: [bench.picture()],
  })
  const told = JSON.stringify([task, modelUrl, ...bench.logged])
  expect(told).not.toContain(vendors.tripo.apiKey)
  expect(told).not.toContain(vendors.fal.apiKey)
  expect(bench.logged.length).toBeGreaterThan(0)
})
