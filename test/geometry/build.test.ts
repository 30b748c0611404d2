// The committed WASM build must match the sources next to it. `npm run build:geometry` rebuilds it.
import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** The rule of geometry/build.sh: everything that a build depends on, without the tests of the crate. */
function sources(): string[] {
  const crate = readdirSync(join(root, 'geometry/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rs') && !/(^|\/)(tests\/|tests\.rs$|testing\.rs$)/.test(path))
    .map((path) => `geometry/src/${path}`)
  return [
    ...crate,
    'geometry/Cargo.toml',
    'geometry/build.sh',
    'Cargo.toml',
    'Cargo.lock',
  ].toSorted()
}

test('the committed build matches the sources next to it', () => {
  const digests = sources().map((path) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex')
    return `${digest}  ${path}`
  })
  const built = readFileSync(join(root, 'geometry/pkg/sources.sha256'), 'utf8').trim().split('\n')
  const hint = 'run `npm run build:geometry` and commit geometry/pkg'
  expect({ hint, sources: built }).toEqual({ hint, sources: digests })
})

test.each(['geometry', 'measuring'])('the build of %s contains no path of the machine', (name) => {
  const bytes = readFileSync(join(root, `geometry/pkg/${name}_bg.wasm`), 'latin1')
  expect(bytes.match(/\/(?:home|root|Users|tmp|work)\/[\w./-]+/g)).toBeNull()
})
