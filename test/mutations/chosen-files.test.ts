// `npm run mutate -- PART --file PATH`: a path is tried by its parts, and refused without one.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { chooseFiles } from '../../lab/mutations/stryker/chosen-files.ts'
import { parts } from '../../lab/mutations/stryker/parts.ts'

const root = join(import.meta.dir, '../..')
const chosen = (names: readonly string[], ...paths: readonly string[]) => {
  const found = chooseFiles(
    parts.filter(({ name }) => names.includes(name)),
    paths.length === 0 ? undefined : paths,
    root,
  )
  return typeof found === 'string' ? found : found.map(({ part, mutate }) => [part.name, mutate])
}
const rate = 'server/domain/pricing/rate.ts'
const status = 'server/domain/orders/record/status.ts'

test('without a path each part has all of its files', () => {
  expect(chosen(['pricing', 'limits'])).toEqual([
    ['pricing', null],
    ['limits', null],
  ])
})

test.each([
  [rate, rate],
  [`${rate}:10-20`, `${rate}:10-20`],
  [`${rate}:10:1-20:5`, `${rate}:10:1-20:5`],
  [`./${rate}`, rate],
  [join(root, rate), rate],
  ['server/domain/pricing/r*.ts', 'server/domain/pricing/r*.ts'],
])('%s belongs to pricing', (path, mutated) => {
  expect(chosen(['pricing'], path)).toEqual([['pricing', [mutated]]])
})

test('each of several parts has its files, and parts without files are omitted', () => {
  expect(chosen(['pricing', 'limits', 'status', 'orders'], rate, status)).toEqual([
    ['pricing', [rate]],
    ['status', [status]],
    ['orders', [status]],
  ])
})

test.each([
  [['pricing'], 'server/domain/nosuch.ts', 'part pricing'],
  [['pricing'], status, 'part pricing'],
  [['pricing'], `${rate}:ten`, 'part pricing'],
  [['pricing', 'limits'], status, 'parts pricing, limits'],
])('of %p, %s is refused', (names, path, where) => {
  expect(chosen(names, rate, path)).toBe(`${path} is not a file of the ${where}.`)
})
