// Boolean fields of the domain read as statements: `isPaid`, `hasStock`, `fitsPlate`.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

const statement =
  /^(is|has|accepts|can|may|should|must|was|were|needs|does|did|are|will|fits|holds|keeps|takes|shares|reads|queues)(?=[A-Z]|$)/

/** Fields that keep another name, by the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'fields of requests, responses or stored JSON': [
    ...['accept', 'answered', 'cached', 'close', 'customColor', 'escalated', 'grouped', 'late'],
    ...['paid', 'paymentPending', 'persisted', 'printing', 'replayed', 'shipping', 'toReview'],
    ...['unpaid', 'withoutTracking'],
  ],
  'options of a generation (contract.md 4.7)': [
    ...['generateParts', 'refinementPass', 'smartLowPoly', 'textures'],
  ],
  'messages and reports of the geometry core, and what is stored of them': [
    ...['bambuOnly', 'bodiesOverlap', 'cavitiesKnown', 'complete', 'faults', 'glb', 'hollowed'],
    ...['mesh', 'orient', 'reoriented', 'repair', 'scaleToPlate', 'scaledToPlate', 'smoothed'],
    ...['stl', 'supports', 'verdict', 'watertight'],
  ],
  'columns, also of queries in SQL': [
    ...['automatic', 'cancelled', 'createInFlight', 'marked', 'usedUp'],
  ],
  'a choice of an operator; null where the core chooses': ['chosenSupports'],
  'parameters of a port': ['once', 'pending'],
  'the mode of the process': ['production'],
}

const listed = new Set(Object.values(exceptions).flat())

/** Returns boolean fields of exported types that are not statements, as `Type.field`. */
function namesIn(source: string): readonly string[] {
  let type: string | null = null
  return source.split('\n').flatMap((line) => {
    if (/^\S/.test(line) && !/^[}|)\]]/.test(line)) {
      type = /^export type (\w+)/.exec(line)?.[1] ?? null
    }
    const fields = [...line.matchAll(/(?:readonly |[{,(] ?)?\b(\w+)\??: boolean\b/g)]
    return fields.flatMap(([, field = '']) =>
      type === null || statement.test(field) ? [] : [`${type}.${field}`],
    )
  })
}

test('boolean fields of the domain are statements', async () => {
  const paths = [...new Bun.Glob('server/domain/**/*.ts').scanSync(root)]
  expect(paths.length).toBeGreaterThan(300)
  const sources = await Promise.all(paths.map((path) => Bun.file(join(root, path)).text()))
  const found = sources.flatMap(namesIn)
  const fieldOf = (name: string) => name.split('.')[1] ?? ''
  expect(found.filter((name) => !listed.has(fieldOf(name)))).toEqual([])
  const used = new Set(found.map(fieldOf))
  expect([...listed].filter((field) => !used.has(field))).toEqual([])
})

test('finds a noun, and ignores statements and types that are not exported', () => {
  const source = [
    'export type Order = {',
    '  readonly paid: boolean',
    '  readonly isOpen: boolean',
    '}',
    '',
    'type Inner = { readonly late: boolean }',
    'export type Payer = { readonly known?: boolean }',
  ].join('\n')
  expect(namesIn(source)).toEqual(['Order.paid', 'Payer.known'])
})
