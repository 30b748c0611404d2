// An expectation of a promise that is not awaited ends after its test, which then cannot fail.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
/** Matches a statement that begins with such an expectation, which may continue on the next lines. */
const unawaited =
  /^[ \t]*expect\((?:(?!\n[ \t]*(?:await )?expect\(|\n\n).)*?\)\s*\.(?:rejects|resolves)\b/gms

test('expectations of promises are awaited', async () => {
  const paths = [...new Bun.Glob('{test,lab}/**/*.test.{ts,tsx}').scanSync(root)]
  expect(paths.length).toBeGreaterThan(500)
  const found = await Promise.all(
    paths.map(async (path) => {
      const source = await Bun.file(join(root, path)).text()
      return [...source.matchAll(unawaited)].map(([statement]) => `${path}: ${statement.trim()}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

test.each([
  ["  expect(read('a')).rejects.toThrow('no')", true],
  ["expect(\n  read('a'),\n).resolves.toBe(1)", true],
  ["  await expect(read('a')).rejects.toThrow('no')", false],
  ["  return expect(read('a')).rejects.toThrow('no')", false],
  ['  expect(a).toBe(1)\n  await expect(b).rejects.toThrow()', false],
])('%j: %p', (source, isFound) => {
  expect([...source.matchAll(unawaited)].length > 0).toBe(isFound)
})
