// A sentence of at least seven words is a string literal of one file: a second place imports it.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { repeatedSentences, sentencesOf } from './repeated-sentences.ts'

const root = join(import.meta.dir, '../..')

/** Stand-ins for other systems, and files that must not change with the present sentences. */
const excluded = /^server\/(?:local|db\/migrations|pages\/languages)\//

/** Sentences that may occur in several files, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'The time at which it was issued.': 'describes fields of different objects',
  'The time at which it was queued.': 'describes fields of different objects',
  'The time at which it was sent.': 'describes fields of different objects',
  'The time at which it was written.': 'describes fields of different objects',
  'Where do you ship to, and what does shipping cost?':
    'a title of the help, and an example in the API document',
}

test('no sentence is written in several files', async () => {
  const paths = [...new Bun.Glob('server/**/*.{ts,tsx}').scanSync(root)].filter(
    (path) => !excluded.test(path),
  )
  expect(paths.length).toBeGreaterThan(1000)
  const files = await Promise.all(
    paths.map(async (path) => [path, await Bun.file(join(root, path)).text()] as const),
  )
  const found = repeatedSentences(Object.fromEntries(files))
  expect(Object.entries(found).filter(([sentence]) => exceptions[sentence] === undefined)).toEqual(
    [],
  )
  expect(Object.keys(exceptions).filter((sentence) => found[sentence] === undefined)).toEqual([])
})

test('a repeated sentence is found in literals, sums, templates and elements', () => {
  const sentence = 'The parcel was sent to an address that is not known.'
  const halves = ['The parcel was sent to an ', 'address that is not known.']
  expect(
    repeatedSentences({
      'a.ts': `const text = '${sentence}'`,
      'b.ts': `const text = 'It waits. ${halves[0]}' +\n  '${halves[1]} Ask why.'`,
      'c.ts': `const text = \`It waits until ${'$'}{day}. ${sentence}\``,
      'd.tsx': `const part = <p title="${sentence}">It waits.</p>`,
      'e.tsx': `const part = <p>\n  The parcel was sent to\n  an address that is not known.\n</p>`,
      'f.ts': `const text = \`The parcel was sent to an address that ${'$'}{is} not known.\``,
      'g.ts': `// ${sentence}\nimport '${sentence}'`,
    }),
  ).toEqual({ [sentence]: ['a.ts', 'b.ts', 'c.ts', 'd.tsx', 'e.tsx'] })
})

test('short sentences, and parts of sentences, are not compared', () => {
  expect(sentencesOf('Try it again later. nothing of it is a sentence here')).toEqual([])
})
