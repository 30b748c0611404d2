// Warnings at the start about the slicer and its sandbox: once, with the setting or the missing program.
import { expect, test } from 'bun:test'
import { warnOfSlicer } from '../../server/wiring/slicing/warn-of-slicer.ts'
import type { FoundCage } from '../../slicer-bridge/cage/cage.ts'
import { readinessOf } from '../../slicer-bridge/readiness.ts'

const ready: FoundCage = { kind: 'ready', cage: { perl: '/usr/bin/perl', landlock: 7 } }
const missing: FoundCage = { kind: 'missing', detail: 'cage: Landlock: Function not implemented' }
const off: FoundCage = { kind: 'off' }
const [local, production] = [{ production: false }, { production: true }]
const refuses = ['slicer.unusable', 'SLICER_CAGE', missing.detail]
const goesWithout = (detail: string) => ['slicer.no_cage', undefined, detail]

test.each([
  { ...local, slicerCage: 'optional', cage: ready, warned: [] },
  { ...local, slicerCage: 'optional', cage: missing, warned: [goesWithout(missing.detail)] },
  { ...local, slicerCage: 'off', cage: off, warned: [] },
  { ...local, slicerCage: 'required', cage: missing, warned: [refuses] },
  { ...production, slicerCage: 'required', cage: ready, warned: [] },
  { ...production, slicerCage: 'required', cage: missing, warned: [refuses] },
  { ...production, slicerCage: 'optional', cage: missing, warned: [goesWithout(missing.detail)] },
  { ...production, slicerCage: 'off', cage: off, warned: [goesWithout('SLICER_CAGE=off')] },
] as const)('production $production, $slicerCage, $cage.kind', ({ warned, cage, ...settings }) => {
  const readiness = () => readinessOf(process.execPath, settings.slicerCage, cage)
  expect(warnings({ ...settings, slicerPath: null }, { readiness, cage })).toEqual([...warned])
})

test('a missing slicer causes a warning only when it was configured', () => {
  const bridge = { readiness: () => readinessOf('/nowhere', 'optional', off), cage: off }
  const settings = { ...production, slicerCage: 'optional' } as const
  expect(warnings({ ...settings, slicerPath: null }, bridge)).toEqual([])
  const [warning] = warnings({ ...settings, slicerPath: '/nowhere' }, bridge)
  expect(warning?.slice(0, 2)).toEqual(['slicer.unusable', 'SLICER_PATH'])
})

function warnings(
  settings: Parameters<typeof warnOfSlicer>[1],
  bridge: Parameters<typeof warnOfSlicer>[2],
) {
  const lines: unknown[][] = []
  const warn = (event: string, facts: Readonly<Record<string, unknown>> = {}) =>
    void lines.push([event, facts['setting'], facts['detail']])
  warnOfSlicer({ warn }, settings, bridge)
  return lines
}
