// An estimate that a response may do without.
import { expect, test } from 'bun:test'
import { estimateSoon } from '../../../server/domain/measurement/estimate-filament.ts'
import { sliceSettings } from '../../../server/domain/measurement/slice-settings.ts'

const request = {
  path: '/tmp/part.stl',
  sha256: 'ab'.repeat(32),
  format: 'stl',
  units: null,
  settings: sliceSettings({
    layerHeight: 0.2,
    infill: 20,
    nozzleDiameter: 0.4,
    nozzleFlow: 'standard',
  }),
} as const

function failing() {
  const lines: string[] = []
  const log = (event: string) => lines.push(event)
  const estimate = async () => {
    throw new Error('storage does not return the file')
  }
  return {
    lines,
    deps: {
      printEstimates: { read: async () => null, save: async () => {} },
      meshes: { estimate },
      log: { debug: log, info: log, warn: log, error: log },
    },
  }
}

test('one that fails is none, and is logged', async () => {
  const { deps, lines } = failing()
  expect(await estimateSoon(deps, request)).toBeNull()
  expect(lines).toEqual(['measurement.not_estimated'])
})

test('a caller who has gone gets no response', async () => {
  const { deps } = failing()
  const signal = AbortSignal.abort(new Error('the caller has gone'))
  await expect(estimateSoon(deps, { ...request, signal })).rejects.toThrow('the caller has gone')
})
