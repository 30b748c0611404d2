// Measuring through the ports: stored results, repeated measurements, and the refusal for each outcome.
import { describe, expect, test } from 'bun:test'
import type { Log } from '../../../server/domain/base/ports.ts'
import { measureModel } from '../../../server/domain/measurement/measure-model.ts'
import type { MeasurementKey, Measurements } from '../../../server/domain/measurement/ports.ts'
import { printableFormat } from '../../../server/domain/models/format.ts'
import type { MeasureOutcome } from '../../../server/domain/models/report.ts'
import { meshReport, slicedReport } from '../../../testing/orders.ts'
import { verifies } from '../../helpers/verifies.ts'

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const input = { path: '/nowhere', sha256: 'ab', format: 'stl', units: null } as const

/** A geometry core with given outcomes, and measurements in memory. */
function stage(...outcomes: MeasureOutcome[]) {
  const kept = new Map<string, Awaited<ReturnType<Measurements['read']>>>()
  const nameOf = (key: MeasurementKey) => `${key.sha256} ${key.format} ${key.units}`
  const asked: unknown[] = []
  const deps = {
    log: quiet,
    geometry: {
      measure: async (request: unknown) => {
        asked.push(request)
        const outcome = outcomes[asked.length - 1] ?? outcomes.at(-1)
        if (outcome === undefined) throw new Error('no outcome was set')
        return outcome
      },
    },
    measurements: {
      read: async (key: MeasurementKey) => kept.get(nameOf(key)) ?? null,
      save: async (
        key: MeasurementKey,
        outcome: NonNullable<Awaited<ReturnType<Measurements['read']>>>,
      ) => void kept.set(nameOf(key), outcome),
    } satisfies Measurements,
  }
  return { deps, asked, kept }
}

const cube: MeasureOutcome = { kind: 'mesh', report: meshReport(8) }

describe('stored measurements', () => {
  verifies('decision.measured-once', async () => {
    const { deps, asked } = stage(cube)
    const first = await measureModel(deps, input)
    const second = await measureModel(deps, input)
    expect(first).toEqual({ ok: true, value: cube })
    expect(second).toEqual(first)
    expect(asked).toEqual([{ source: { path: '/nowhere' }, format: 'stl' }])
  })

  test('a refusal of the file is stored, and an error of the service is not', async () => {
    const refused = stage({ kind: 'unreadable', code: 'x', message: 'It is a letter.' })
    await measureModel(refused.deps, input)
    await measureModel(refused.deps, input)
    expect(refused.asked).toHaveLength(1)
    for (const kind of ['timed_out', 'crashed', 'busy'] as const) {
      const failing = stage({ kind }, cube)
      expect((await measureModel(failing.deps, input)).ok).toBe(false)
      expect(failing.kept.size).toBe(0)
      expect((await measureModel(failing.deps, input)).ok).toBe(true)
    }
  })

  test('format and unit are part of the key', async () => {
    const { deps, asked } = stage(cube)
    await measureModel(deps, input)
    await measureModel(deps, { ...input, units: 'in' })
    await measureModel(deps, { ...input, format: 'glb' })
    await measureModel(deps, { ...input, sha256: 'cd' })
    expect(asked).toHaveLength(4)
    expect(asked[1]).toEqual({ source: { path: '/nowhere' }, format: 'stl', units: 'in' })
  })
})

describe('each outcome has its refusal', () => {
  const failureOf = async (outcome: MeasureOutcome) => {
    const result = await measureModel(stage(outcome).deps, input)
    return result.ok ? null : result.failure
  }

  test('an outcome without a measurement has a separate refusal', async () => {
    expect(await failureOf({ kind: 'unreadable', code: 'c', message: 'It is a letter.' })).toEqual({
      kind: 'mesh_unreadable',
      reason: 'It is a letter.',
      code: 'c',
    })
    expect(await failureOf({ kind: 'busy' })).toEqual({
      kind: 'measuring_unavailable',
      retryAfterSeconds: 5,
    })
    for (const kind of ['timed_out', 'crashed'] as const) {
      expect(await failureOf({ kind })).toMatchObject({ kind: 'mesh_unreadable' })
    }
  })

  test('a mesh without volume is refused even when the core accepts it', async () => {
    for (const volumeCm3 of [0, -1, Number.NaN]) {
      const report = { ...meshReport(8), volumeCm3 }
      expect(await failureOf({ kind: 'mesh', report })).toEqual({
        kind: 'mesh_unreadable',
        reason: 'It encloses no volume.',
        code: 'zero_volume',
      })
    }
  })

  test('a mesh that does not fit is refused with its size and unit, and the size of a sliced file is not checked here', async () => {
    const report = meshReport(8, { dimensionsMm: [400, 10, 10], unit: 'm' })
    expect(await failureOf({ kind: 'mesh', report })).toEqual({
      kind: 'model_too_large',
      dimensionsMm: [400, 10, 10],
      unit: 'm',
      format: 'stl',
    })
    expect(await failureOf({ kind: 'sliced', report: slicedReport({ grams: 3 }) })).toBeNull()
  })
})

test('the file extension decides the format', () => {
  const accepted = {
    'a.stl': 'stl',
    'A.STL': 'stl',
    'a.b.c.glb': 'glb',
    'part.gcode': 'gcode',
    'part.gcode.3mf': '3mf',
    'part.3mf': '3mf',
  }
  for (const [name, format] of Object.entries(accepted)) {
    expect([name, printableFormat(name)]).toEqual([name, format as 'stl'])
  }
  for (const name of ['', 'stl', 'a.obj', 'a.stl.zip', 'a.', 'a.stl ', 'a.gltf', 'a.toString']) {
    expect([name, printableFormat(name)]).toEqual([name, null])
  }
})
