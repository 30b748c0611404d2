// A part whose files moved would mutate nothing, and pass.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parts } from '../../lab/mutations/stryker/parts.ts'
import { knownSurvivors } from '../../lab/mutations/stryker/survivors.ts'

const root = join(import.meta.dir, '../..')

/** Expands `a/{b,c}.ts` to `a/b.ts`, `a/c.ts`. */
function alternatives(glob: string): readonly string[] {
  const [group, names] = /\{([^}]*)\}/.exec(glob) ?? []
  return group === undefined || names === undefined
    ? [glob]
    : names.split(',').map((name) => glob.replace(group, name))
}

const filesOf = (glob: string) => [...new Bun.Glob(glob).scanSync(root)]

test.each(parts.map((part) => [part.name, part] as const))(
  'every name in the globs of %s is a file',
  (_, { mutate }) => {
    const names = mutate.flatMap(alternatives)
    expect(names.filter((name) => filesOf(name).length === 0)).toEqual([])
  },
)

test.each(parts.map((part) => [part.name, part] as const))(
  'every test of %s exists',
  (_, { quick, thorough }) => {
    const tests = [...quick, ...thorough]
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  },
)

test('every explained survivor is in a file that its part mutates', () => {
  const strays = knownSurvivors.filter(
    ({ part, file }) =>
      !parts
        .filter(({ name }) => name === part)
        .some(({ mutate }) => mutate.some((glob) => filesOf(glob).includes(file))),
  )
  expect(strays).toEqual([])
})
