// The tables of folders in the documentation name every folder.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { databaseAreas, domainAreas, domainTiers } from './rules.ts'

const root = join(import.meta.dir, '../..')

describe.each([
  ['server/domain/README.md', 'server/domain', (name: string) => name],
  ['docs/architecture.md', 'server', (name: string) => `server/${name}`],
  ['server/http/README.md', 'server/http', (name: string) => name],
  ['server/db/README.md', 'server/db', (name: string) => name],
])('%s, folders of %s', (document, folder, shown) => {
  const text = readFileSync(join(root, document), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  const first = rows.map((row) => row.split(' | ')[0] ?? '').join('\n')
  const folders = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

  test.each(folders)('%s', (name) => {
    const named = [...first.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
    expect(named.some((path) => path === shown(name) || path?.startsWith(`${shown(name)}/`))).toBe(
      true,
    )
  })
})

test('server/db/README.md lists the imports of each area', () => {
  const folder = join(root, 'server/db')
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  const [, table = ''] = /\| area \| areas that it imports \|\n([\s\S]*?)\n\n/.exec(text) ?? []
  const listed = [...table.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(
    ([, area = '', imports = '']) =>
      [area, [...imports.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)] as const,
  )
  const below = new Set(['core', 'migrations', 'schema'])
  const found = new Map<string, Set<string>>()
  for (const path of new Bun.Glob('**/*.ts').scanSync(folder)) {
    const [area = ''] = path.split('/')
    const source = readFileSync(join(folder, path), 'utf8')
    for (const [, target = ''] of source.matchAll(/from '(\.[^']+)'/g)) {
      const [other = '', ...rest] = relative(folder, resolve(folder, dirname(path), target)).split(
        '/',
      )
      if (other === '..' || rest.length === 0 || other === area || below.has(other)) continue
      found.set(area, (found.get(area) ?? new Set()).add(other))
    }
  }
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries([...found].map(([area, others]) => [area, [...others].toSorted()])),
  )
})

test('server/db/README.md has the order of the areas', () => {
  const text = readFileSync(join(root, 'server/db/README.md'), 'utf8')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(` ${databaseAreas.join(' < ')} `)
})

test('docs/architecture.md names every folder of server/adapters in its row', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith('| `server/adapters` |')) ?? ''
  const folders = readdirSync(join(root, 'server/adapters'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  expect(folders.filter((name) => !row.includes(`\`${name}\``))).toEqual([])
})

describe('server/domain/README.md', () => {
  const text = readFileSync(join(root, 'server/domain/README.md'), 'utf8')

  test('has the tiers, and the order of their areas', () => {
    const rows = [...text.matchAll(/^\| ([a-z ]+) \| (.* < .*) \|$/gm)]
    const tiers = rows.map(([, tier = '', names = '']) => [tier, names.split(' < ')] as const)
    expect(tiers).toEqual(Object.entries(domainTiers).map(([tier, areas]) => [tier, [...areas]]))
  })

  test.each(domainAreas)('links the README of %s when it has one', (area) => {
    const hasReadme = existsSync(join(root, 'server/domain', area, 'README.md'))
    expect(text.includes(`\n| [\`${area}\`](${area}/README.md) |`)).toBe(hasReadme)
  })
})

describe('the table of ports in server/domain/README.md', () => {
  const text = readFileSync(join(root, 'server/domain/README.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `((?:server|geometry)[^`]*)` \| (.*) \|$/gm)].map(
    ([, folder = '', ports = '']) => ({
      folder,
      ports: [...ports.matchAll(/`(\w+)`/g)].map(([, port = '']) => port),
    }),
  )
  /** Functions and values that the domain creates itself, or that are a part of a port. */
  const inner = [
    'BillingSettings',
    'ChargesInFlight',
    'DecidePayment',
    'Drawings',
    'KeyedBytes',
    'LabelDefault',
    'OrderIds',
    'ParseBody',
    'RunningEstimates',
  ]
  /** The types of the members of every `...Deps`. */
  const declared = [...new Bun.Glob('**/*ports.ts').scanSync(join(root, 'server/domain'))]
    .map((path) => readFileSync(join(root, 'server/domain', path), 'utf8'))
    .flatMap((source) => source.split(/\n(?=export )/))
    .filter((part) => /^export type \w*Deps =/.test(part))
    .flatMap((part) => [...part.matchAll(/readonly \w+: ([A-Z]\w+)(?: \| null)?(?=\n| })/g)])
    .map(([, port = '']) => port)

  test('the table has each port once', () => {
    const listed = rows.flatMap((row) => row.ports)
    const ports = [...new Set(declared)].filter((port) => !inner.includes(port))
    expect(listed.toSorted()).toEqual(ports.toSorted())
  })

  test.each(rows)('$folder has a file that names each of its ports', ({ folder, ports }) => {
    const sources = [...new Bun.Glob('**/*.ts').scanSync(join(root, folder))].map((path) =>
      readFileSync(join(root, folder, path), 'utf8'),
    )
    const has = (port: string) => sources.some((source) => new RegExp(`\\b${port}\\b`).test(source))
    expect(ports.filter((port) => !has(port))).toEqual([])
  })
})
