// Code decides by values, never by a sentence that people read: a comma that moves in it would change what the service does.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const sources = '{server,mcp}/**/*.{ts,tsx}'
const folders = /^(?:server\/(?:adapters|db|domain|html|http|pages|wiring)|mcp)\//

const sentence = '(?:message|problem|reason|told|sentence|detail|printDetail)'
/** A pattern with a space, a whole word or a path in it. */
const words = String.raw`\/(?:[^/\\\n]|\\.)*(?: |[a-z]{3,}\\b|\\\/)(?:[^/\\\n]|\\.)*\/[a-z]*`

/** Comparisons with several words or with a constant that holds them, searches for them, and their parts. */
const decisions = [
  /[!=]== (['"`])[^'"`\n]*\w \w[^'"`\n]*\1/g,
  /\.(?:startsWith|endsWith|includes|indexOf|split|match|search)\((['"])[^'"`\n]*\w+ [^'"`\n]*\1/g,
  /\b(?:case) (['"`])[^'"`\n]*\w \w[^'"`\n]*\1:/g,
  /[!=]== \w*(?:Reasons|Texts|Sentences)\.\w+/g,
  /\.split\((['"`])[^'"`\n]*—[^'"`\n]*\1/g,
  new RegExp(String.raw`${words}\.(?:test|exec)\((?:[^()]*\.)?${sentence}\b`, 'g'),
  new RegExp(
    String.raw`\b${sentence}\.(?:replace|replaceAll|match|search|split)\(\s*${words}`,
    'g',
  ),
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
  'server/http/requests/body.ts: /^(?:must|is) /.test(problem':
    'whether a rule lacks its subject; the library of schemas has one text for a rule and nothing else',
  'server/domain/printability/verdict.ts: printDetail.replace(/ as it is\\.$/':
    'what the geometry core says of the model; it has no value for the end of its sentence',
  'server/domain/printability/with-supports.ts: printDetail.replace( / can be printed( as it is| with supports)?\\./':
    'what the geometry core says of the model; it has no value for the end of its sentence',
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
  decisions.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([hit]) => `${path}: ${hit.replaceAll(/\s+/g, ' ')}`),
  )

test('no code decides by a sentence', async () => {
  expect((await found()).toSorted()).toEqual(Object.keys(others).toSorted())
})

test.each([
  "if (text === 'saved without a change') return ''",
  "if (reason !== 'The charge arrived late') return",
  "if (message.startsWith('Cannot read ')) return",
  'recommendations.some((told) => /\\bsupports\\b/i.test(told))',
  "case 'No card on file':",
  'if (order.hold?.reason !== giftHoldReasons.gone) continue',
  "return response.unpaidReason === unpaidReasons.noCard ? 'none' : 'declined'",
  'payment.reason === unpaidReasons.arrivedLate',
  "orderStatusLabels[status].split(' — ')[0] ?? status",
  "printDetail: report.printDetail.replace(\n  / can be printed\\./, '')",
  "const isNoCredits = creditsCharged === null && /\\/account/.test(problem ?? '')",
])('finds %s', (line) => {
  expect(decisionsIn('x.ts', line)).toHaveLength(1)
})

test.each([
  "if (kind === 'no_card') return",
  "word.split(' ')",
  "names.includes('a')",
  "message.replace(/\\.$/, '')",
  'keys.find((cause) => giftHoldReasons[cause] === stored)',
])('leaves %s alone', (line) => expect(decisionsIn('x.ts', line)).toEqual([]))
