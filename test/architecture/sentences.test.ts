// Code decides by values, never by a sentence that people read: a comma that moves in it would change what the service does.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const sources = '{server,mcp}/**/*.{ts,tsx}'
const folders = /^(?:server\/(?:adapters|db|domain|html|http|pages|wiring)|mcp)\//

/** A comparison with several words, and a search for them. */
const decisions = [
  /[!=]== (['"`])[^'"`\n]*\w \w[^'"`\n]*\1/g,
  /\.(?:startsWith|endsWith|includes|indexOf|split|match|search)\((['"])[^'"`\n]*\w+ [^'"`\n]*\1/g,
  /\b(?:case) (['"`])[^'"`\n]*\w \w[^'"`\n]*\1:/g,
  /\/[^/\n]*[a-z]{3,}(?: |\\b)[^/\n]*\/[a-z]*\.(?:test|exec)\((?:[^()]*\.)?(?:message|problem|reason|told|sentence|detail)\b/g,
]

/** Words that are no sentence of ours, or whose source has no value for them, by file and match. */
const others: Readonly<Record<string, string>> = {
  "server/html/jsx-runtime.ts: === 'raw text'": 'a kind of element of the HTML standard',
  "server/wiring/doctor/machine.ts: .split(' based on'": 'what the slicer prints about itself',
  "server/adapters/pictures/decode-picture.ts: .includes('pixel limit'":
    'the error of libvips has no code',
  'server/adapters/payments/client.ts: /^No such customer\\b/.test(message':
    'what the card processor says; it has one code for all objects',
  "mcp/tools/foreign-text.ts: .startsWith('Cannot read '":
    'quotes what the geometry core repeats from a file',
  "server/http/requests/body.ts: .startsWith('must be a list'":
    'whether a sentence is about an entry or its list',
}

const found = async (): Promise<readonly string[]> => {
  const paths = [...new Bun.Glob(sources).scanSync(root)].filter(
    (path) => folders.test(path) && !path.includes('/migrations/'),
  )
  expect(paths.length).toBeGreaterThan(1000)
  const hits = await Promise.all(
    paths.map(async (path) => decisionsIn(path, await Bun.file(join(root, path)).text())),
  )
  return hits.flat()
}

const decisionsIn = (path: string, text: string): readonly string[] =>
  decisions.flatMap((pattern) => [...text.matchAll(pattern)].map(([hit]) => `${path}: ${hit}`))

test('no code decides by a sentence', async () => {
  expect((await found()).toSorted()).toEqual(Object.keys(others).toSorted())
})

test.each([
  "if (text === 'saved without a change') return ''",
  "if (reason !== 'The charge arrived late') return",
  "if (message.startsWith('Cannot read ')) return",
  'recommendations.some((told) => /\\bsupports\\b/i.test(told))',
  "case 'No card on file':",
])('finds %s', (line) => {
  expect(decisionsIn('x.ts', line)).toHaveLength(1)
})

test.each(["if (kind === 'no_card') return", "word.split(' ')", "names.includes('a')"])(
  'leaves %s alone',
  (line) => expect(decisionsIn('x.ts', line)).toEqual([]),
)
