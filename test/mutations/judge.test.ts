// The verdict of `npm run mutate`: a survivor without a reason fails, and so does a reason without a survivor.
import { expect, test } from 'bun:test'
import { type Evidence, judge } from '../../lab/mutations/stryker/judge.ts'
import type { Mutant } from '../../lab/mutations/stryker/run-part.ts'
import type { KnownSurvivor } from '../../lab/mutations/stryker/survivors.ts'
import { isSampled } from '../../lab/mutations/stryker/trial.ts'

const mutant = (status: string): Mutant => ({
  file: 'server/a.ts',
  line: 7,
  source: 'if (a < b) return',
  mutator: 'EqualityOperator',
  original: 'a < b',
  replacement: 'a <= b',
  status,
})
const row: KnownSurvivor = {
  part: 'pricing',
  file: 'server/a.ts',
  source: 'if (a < b) return',
  changes: [['a < b', 'a <= b']],
  reason: 'a is never b',
}
const strict = { name: 'pricing', leastPercent: null }

test.each<[string, boolean, Partial<Evidence>]>([
  ['all killed', true, { mutants: [mutant('Killed'), mutant('Timeout')] }],
  ['nothing tried', false, { mutants: [] }],
  ['only ignored', false, { mutants: [mutant('Ignored')] }],
  ['a survivor', false, { mutants: [mutant('Killed'), mutant('Survived')] }],
  ['a survivor with a reason', true, { mutants: [mutant('Survived')], known: [row] }],
  [
    'a survivor with the reason of another line',
    false,
    { mutants: [mutant('Survived')], known: [{ ...row, source: 'else' }], isWhole: false },
  ],
  [
    'a survivor with the reason of another change',
    false,
    {
      mutants: [mutant('Survived')],
      known: [{ ...row, changes: [['a < b', 'a > b']] }],
      isWhole: false,
    },
  ],
  ['a reason without a survivor', false, { mutants: [mutant('Killed')], known: [row] }],
  ['the same of a sample', true, { mutants: [mutant('Killed')], known: [row], isWhole: false }],
  ['a reason of another part', true, { known: [{ ...row, part: 'limits' }] }],
  ['a mutant that could not be tried', false, { mutants: [mutant('RuntimeError')] }],
])('%s', (_case, ok, evidence) => {
  const defaults = { mutants: [mutant('Killed')], known: [], isWhole: true }
  expect(judge(strict, { ...defaults, ...evidence }).ok).toBe(ok)
})

test('a part with a percentage needs that share', () => {
  const part = { name: 'orders', leastPercent: 75 }
  const mutants = ['Killed', 'Killed', 'Timeout', 'Survived'].map(mutant)
  expect(judge(part, { mutants, isWhole: true, known: [] }).ok).toBe(true)
  const more = [...mutants, mutant('Survived')]
  expect(judge(part, { mutants: more, isWhole: true, known: [] }).ok).toBe(false)
})

test('a sample depends only on its seed, and has about the requested share', () => {
  const ids = Array.from({ length: 1_000 }, (_, id) => String(id))
  const chosen = (seed: number) => ids.filter((id) => isSampled(id, { of: 4, seed }))
  expect(chosen(7)).toEqual(chosen(7))
  expect(chosen(7)).not.toEqual(chosen(8))
  expect(chosen(7).length).toBeWithin(150, 350)
  expect(ids.every((id) => isSampled(id, { of: 1, seed: 3 }))).toBe(true)
})
