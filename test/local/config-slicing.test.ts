// The configuration of slicing processes, and of those that send slices to them.
import { expect, test } from 'bun:test'
import { parseConfig } from '../../server/config/config.ts'
import { isSlicingProcess, parseSlicingConfig } from '../../server/config/slicing.ts'
import { secretNames } from '../../server/config/table.ts'

test('ROLE alone makes a slicing process, even in production', () => {
  expect(
    ['slicing', ' slicing ', 'web', '', undefined].map((ROLE) => isSlicingProcess({ ROLE })),
  ).toEqual([true, true, false, false, false])
  expect(parseSlicingConfig({ ROLE: 'slicing', NODE_ENV: 'production' })).toMatchObject({
    ok: true,
    value: { production: true, host: '0.0.0.0', port: 3000, slicerCage: 'required' },
  })
  expect(parseSlicingConfig({ ROLE: 'slicing' })).toMatchObject({
    value: { production: false, host: '127.0.0.1', slicerCage: 'optional', slicerPath: null },
  })
})

test('every secret, and every file with one, stops its start', () => {
  const names = secretNames().flatMap((name) => [name, `${name}_FILE`])
  expect(names).toContain('STRIPE_SECRET_KEY')
  for (const name of names) {
    expect(parseSlicingConfig({ ROLE: 'slicing', [name]: 'x' })).toEqual({
      ok: false,
      failure: [`${name} is set. A process with ROLE=slicing needs no secret: remove it.`],
    })
  }
})

test('the variables of a slicing process are checked like those of any process', () => {
  const wrong = parseSlicingConfig({ ROLE: 'slicing', PORT: 'x', SLICER_CAGE: 'maybe' })
  const said = wrong.ok ? [] : wrong.failure.map((sentence) => sentence.split(' ')[0])
  expect(said).toEqual(['PORT', 'SLICER_CAGE'])
})

test('the service itself is not a slicing process', () => {
  expect(parseConfig({ ROLE: 'slicing' })).toEqual({
    ok: false,
    failure: ['ROLE is slicing, which only runs slicers. Set it to all, web or worker.'],
  })
})

test('SLICER_URL is an address without a path', () => {
  const read = (SLICER_URL: string) => {
    const config = parseConfig({ SLICER_URL })
    return config.ok ? config.value.slicerUrl : config.failure
  }
  expect(read('')).toBeNull()
  expect(read('http://slicing:3000/')).toBe('http://slicing:3000')
  for (const wrong of ['slicing:3000', 'http://slicing/slice', 'tcp://10.0.0.1:3000']) {
    expect(read(wrong)).toEqual([
      'SLICER_URL must be an address such as http://slicing:3000, without a path.',
    ])
  }
})
