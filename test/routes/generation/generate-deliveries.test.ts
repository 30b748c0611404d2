// Charged parts of a generation are delivered, or the response names the omitted ones: every row of the table through
// POST /api/generate and the vendors' stand-ins, compared with the same request without the option.
import { afterAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import type { EngineName } from '../../../server/domain/generation/engine/engine.ts'
import {
  type Base,
  type Delivery,
  deliveries,
  deliveryTable,
} from '../../../testing/engines/engine-deliveries.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import type { MadeTask } from '../../../testing/engines/engine-stand-ins/task-book.ts'
import { generationForm, openGenerationService } from '../../../testing/engines/generation.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const unread = { kind: 'unreadable', code: 'not_read', message: 'Not read.' } as const
const vendors = startEngineStandIns()
const service = use(() =>
  openGenerationService({
    env: { DOWNLOAD_ALLOW_LOOPBACK: '1' },
    ports: ({ temporaryFiles, downloads, log, meshes }) => ({
      // The test checks the requests to engines, not their results.
      meshes: { ...meshes, process: async () => unread },
      // An account may make only twenty generations an hour.
      rateCounters: { consume: async () => ({ allowed: true }) },
      engines: createEngines({
        tripo: vendors.tripo,
        fal: vendors.fal,
        temporaryFiles,
        downloads,
        log,
        pause: async () => {},
      }),
    }),
  }),
)
const person = use(() => service.person({ credits: 10_000 }))
afterAll(() => vendors.close())

type Sent = Readonly<Record<string, string | number | boolean>>
// biome-ignore lint/suspicious/noExplicitAny: the response is what is being checked
type ResultBody = Record<string, any>

const outside = new Set(['prompt', 'mode', 'style', 'inputMode'])

/** Returns one generation and the tasks that it made at the vendors. */
async function generated(
  base: Base,
  sent: Sent,
): Promise<{ result: ResultBody; made: MadeTask[] }> {
  const before = vendors.made.length
  const response = await service.post('/api/generate', person, bodyOf(base, sent))
  const result: ResultBody = await response.json()
  expect({ status: response.status, error: result['error'] }).toEqual({
    status: 200,
    error: undefined,
  })
  return { result, made: vendors.made.slice(before) }
}

function bodyOf(base: Base, sent: Sent) {
  if (base === 'text') {
    const entries = Object.entries({ prompt: 'a boat', ...sent })
    return {
      ...Object.fromEntries(entries.filter(([name]) => outside.has(name))),
      advanced: Object.fromEntries(entries.filter(([name]) => !outside.has(name))),
    }
  }
  const fields = Object.entries(sent).map(([name, value]) => [name, String(value)] as const)
  const files =
    base === 'image' ? [{}] : [{ field: 'images' as const }, { field: 'images' as const }]
  return generationForm({ inputMode: base, ...Object.fromEntries(fields) }, files)
}

/** Removes links and file tokens, which are new every time. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  const isReference = typeof value === 'string' && /^(?:https?:|file_|[0-9a-f]{8}-)/.test(value)
  return isReference ? '(a reference)' : value
}

/** Returns the fields of `body` that differ from `base`; null for fields that only `base` has. */
function difference(base: MadeTask['body'], body: MadeTask['body']): Record<string, unknown> {
  const names = new Set([...Object.keys(base), ...Object.keys(body)])
  const found = [...names].flatMap((name) => {
    const [was, is] = [comparable(base[name]), comparable(body[name])]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [[name, is ?? null] as const]
  })
  return Object.fromEntries(found)
}

const bases = new Map<string, Promise<MadeTask[]>>()

/** Returns the same engine and input without any option, generated once. */
function madeWithout(base: Base, engine: EngineName): Promise<MadeTask[]> {
  const key = `${base} ${engine}`
  const made = bases.get(key) ?? generated(base, { engine }).then((done) => done.made)
  bases.set(key, made)
  return made
}

async function check({ engine, base, send, sent, calls = [], credits, notes }: Delivery) {
  const plain = await madeWithout(base, engine)
  const { result, made } = await generated(base, { engine, ...send })
  const known = plain.map(({ call }) => call)
  const model = plain.at(-1)
  const same = made.find(({ call }) => call === model?.call)
  if (model === undefined || same === undefined) throw new Error('no model was made')
  expect(difference(model.body, same.body)).toEqual({ ...sent })
  const extra = made.filter(({ call }) => !known.includes(call))
  expect(extra.map(({ call }) => call).toSorted()).toEqual(calls.map(([call]) => call).toSorted())
  for (const [call, body] of calls) {
    expect(extra.find((task) => task.call === call)?.body).toMatchObject(body)
  }
  const all: readonly string[] = result['notes'] ?? []
  const said = all.filter((note) => !note.startsWith('No size was given'))
  expect({ credits: result['creditsCharged'], notes: said }).toEqual({
    credits,
    notes: [...notes],
  })
}

for (const row of deliveries) {
  const name = `${row.engine} from ${row.base}: ${row.option}`
  verifies('decision.delivered-notes', name, () => check(row))
}

verifies('decision.engine-table', () => {
  const readme = readFileSync(
    join(import.meta.dir, '../../../server/adapters/engines/README.md'),
    'utf8',
  )
  const [head = ''] = deliveryTable()
  const lines = readme.split('\n')
  const from = lines.indexOf(head)
  expect(lines.slice(from, from + deliveryTable().length)).toEqual([...deliveryTable()])
  // Every engine is tested with every option of a request.
  const options = (engine: EngineName) =>
    new Set(
      deliveries.filter((row) => row.engine === engine).flatMap(({ send }) => Object.keys(send)),
    )
  for (const engine of ['engine_1', 'engine_2', 'engine_2_p1', 'engine_3', 'engine_4'] as const) {
    const asked = options(engine)
    for (const option of [
      'mode',
      'inputMode',
      'meshQuality',
      'topology',
      'negativePrompt',
      'smartLowPoly',
      'generateParts',
      'textures',
      'textureResolution',
      'outputFormat',
      'refinementPass',
      'seed',
    ]) {
      expect([engine, option, asked.has(option)]).toEqual([engine, option, true])
    }
  }
})
