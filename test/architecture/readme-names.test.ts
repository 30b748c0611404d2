// Names of code in the README files exist in the sources. A name that only a comment or a test contains is no longer in use.
import { expect, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const source = /\.(?:ts|tsx|mjs|js|rs|py|sh|json|conf|ya?ml)$/
/** All tests but those of the architecture, which define the layers that README files name. */
const otherTests = /^test\/(?!architecture\/)/
/** A line that contains only a comment. */
const commentLine = /^[ \t]*(?:\/\/|\/\*|\*[ /]).*$/gm
/** A camelCase name in backticks, with or without an empty argument list. */
const named = /`([a-z]+[A-Z][A-Za-z0-9]*)(?:\(\))?`/g

/** Names of other systems, which no source file contains. */
const foreignNames: ReadonlySet<string> = new Set([
  // A schema in fal's OpenAPI document.
  'ultrashapeInput',
])

test('every camelCase name in a README exists in the sources', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const words = new Set<string>(foreignNames)
  for (const file of files.filter((path) => source.test(path) && !otherTests.test(path))) {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(commentLine, '')
    for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
      words.add(word)
    }
  }
  const missing = files
    .filter((path) => path.endsWith('README.md'))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(named)]
        .filter(([, name = '']) => !words.has(name))
        .map(([, name]) => `${path}: ${name}`),
    )
  expect(missing).toEqual([])
})
