// Functions are verbs, or `xOf`: a participle or an adjective alone (`checked`, `current`) does not say what one does.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

const irregular = `
  begun bound broken brought built caught chosen done drawn driven fallen felt forgot
  forgotten found frozen given gone grown heard held hidden kept known laid left lent
  lost made meant met paid said seen sent shown sold spent swept taken taught thought
  thrown told understood withdrawn withheld worn written
`.split(/\s+/)
const adjectives = `
  abortable after again available before busiest canonical common compatible current
  distinct doubtful empty equal estimable exact fine fresh incomplete invalid largest
  latest legacy longest missing modern nearest newest normal nullable oldest optional
  own pending plain possible present printable raw reachable readable ready real
  recent routable safe saturated sendable short shortest smallest soft storable
  unavailable unknown unreadable unsafe unusable upright usable valid visible whole
  wrong
`.split(/\s+/)
const verbsAndNouns = [
  ...[
    'bring',
    'embed',
    'feed',
    'need',
    'proceed',
    'ring',
    'seed',
    'shed',
    'speed',
    'string',
    'succeed',
    'thing',
  ],
  ...['branding', 'reading'],
]

/** Functions that keep another name, by the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'builders of schemas and fields, which read as the type that they build': [
    ...['server/config/fields.ts documented', 'server/http/contract/form-fields.ts parsed'],
    ...['server/http/contract/schemas.ts judged', 'server/http/contract/schemas.ts named'],
    ...['server/http/contract/schemas.ts whole', 'server/http/routes/farm/job-schemas.ts whole'],
    'server/http/routes/operators/filament/filament-fields.ts optional',
  ],
  'HTML without escaping, the name of which reviewers search for': ['server/html/markup.ts raw'],
}

const refused = new Set([...irregular, ...adjectives].filter((word) => word !== ''))
const isBare = (name: string) =>
  !verbsAndNouns.includes(name) && (/^[a-z]+(ed|ing)$/.test(name) || refused.has(name))

/** Top-level functions of the source whose name is one participle or adjective. */
function bareNamesIn(source: string): readonly string[] {
  const functions =
    /^(?:export )?(?:(?:async )?function\*? (\w+)|const (\w+)(?::[^=\n]*)? =\s+(?:async )?(?:<|\w+ =>|\([^()]*(?:\([^()]*\)[^()]*)*\)(?::[^=]*)? =>))/gm
  const names = [...source.matchAll(functions)].map(
    ([, declared, bound]) => declared ?? bound ?? '',
  )
  return [...new Set(names.filter(isBare))]
}

test('no function has a participle or an adjective as its name', async () => {
  const folders = [
    'server',
    'mcp',
    'slicer-bridge',
    'client/cli',
    'client/farm',
    'client/typescript',
  ]
  const paths = folders
    .flatMap((folder) =>
      [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(root)].filter(
        (path) => !/\/(node_modules|dist|migrations)\//.test(path),
      ),
    )
    .sort()
  expect(paths.length).toBeGreaterThan(1200)
  const sources = await Promise.all(paths.map((path) => Bun.file(join(root, path)).text()))
  const found = sources.flatMap((source, at) =>
    bareNamesIn(source).map((name) => `${paths[at]} ${name}`),
  )
  expect(found.toSorted()).toEqual(Object.values(exceptions).flat().sort())
})

test('finds functions and bound functions, and ignores data and verbs', () => {
  const source = [
    'function checked() {}',
    'export async function* listed(): AsyncGenerator<string> {}',
    'const current = (id: string): string => id',
    'const held = async <T>(value: T) => value',
    'const merged = [1, 2].toSorted((a, b) => a - b)',
    'export function need() {}',
    'const readable = readOf(1)',
    'const whole = (at: number) => (at < 1 ? 0 : 1)',
    '  const inner = () => 1',
  ].join('\n')
  expect(bareNamesIn(source)).toEqual(['checked', 'listed', 'current', 'held', 'whole'])
})
