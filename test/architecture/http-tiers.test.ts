// The parts of the HTTP layer are ordered: each imports only from those below it.
import { expect, test } from 'bun:test'
import { join, posix } from 'node:path'
import { importsOf } from './imports.ts'

const root = join(import.meta.dir, '../..')
const tiers = [
  'requests',
  'responses',
  'refusals',
  'live',
  'contract',
  'middleware',
  'auth',
  'live-pages',
  'routes',
  'openapi',
  'docs',
]
const tierOf = (path: string) => tiers.indexOf(path.split('/')[2] ?? '')

test('no part of the HTTP layer imports from a higher one', async () => {
  const paths = [...new Bun.Glob('server/http/**/*.ts').scanSync(root)]
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => tierOf(path) < 0)).toEqual([])
  const edges: string[] = []
  for (const path of paths) {
    const source = await Bun.file(join(root, path)).text()
    for (const { specifier = '' } of importsOf({ path, source })) {
      const target = posix.join(posix.dirname(path), specifier)
      if (!specifier.startsWith('.') || !target.startsWith('server/http/')) continue
      if (tierOf(target) > tierOf(path)) edges.push(`${path} imports ${target}`)
    }
  }
  expect(edges).toEqual([])
})
