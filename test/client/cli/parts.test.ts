// Parts of svc: suggestions, untrusted text, progress.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { legendOf } from '../../../client/cli/src/commands/check.ts'
import { withCommands } from '../../../client/cli/src/service/agent-tools.ts'
import { exitCodeMeanings } from '../../../client/cli/src/terminal/exit-codes.ts'
import { parsePlainJson, plainText } from '../../../client/cli/src/terminal/plain-text.ts'
import { editDistance, findNearest } from '../../../client/cli/src/terminal/suggest.ts'
import { createStatusLines, progressLine } from '../../../client/cli/src/terminal/terminal.ts'

test.each([
  ['materail', 'material', 1],
  ['colour', 'color', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
])('%s and %s are %i edits apart', (a, b, edits) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([edits, edits])
})

test('a word without a similar one suggests nothing', () => {
  expect(findNearest('banana', ['material', 'color'])).toBeUndefined()
  expect(findNearest('inf', ['pla', 'in'])).toBe('in')
})

test('untrusted text cannot move the cursor, change colors or hide', () => {
  expect(plainText('a\u001b[31mred\u001b]0;title\u0007b\u202e\u009bc\td')).toBe(
    'a[31mred]0;titlebc d',
  )
  expect(parsePlainJson('{"a":["\\u001b[2Jx"],"b":1}')).toEqual({ a: ['[2Jx'], b: 1 })
})

test('progress is a bar if the size is known, and the time otherwise', () => {
  expect(
    progressLine({ label: 'Uploading', done: 5 * 1024 * 1024, total: 10 * 1024 * 1024 }, 0),
  ).toBe('Uploading [############------------] 50% of 10.0 MB')
  expect(progressLine({ label: 'Slicing' }, 4_900)).toBe('Slicing ... 4 s')
})

test('a note clears the progress line, which is drawn again below the note', () => {
  const written: string[] = []
  const { note, progress } = createStatusLines((text) => void written.push(text), true)
  const line = progress('Uploading part.stl')
  note('Trying again in 2 s; Ctrl-C stops.')
  line.end()
  note('Done.')
  const drawn = '\r\u001b[2KUploading part.stl ... 0 s'
  expect(written).toEqual([
    drawn,
    '\r\u001b[2KTrying again in 2 s; Ctrl-C stops.\n',
    drawn,
    '\r\u001b[2K',
    'Done.\n',
  ])
})

test('sentences for agents name the commands for users', () => {
  expect(withCommands('Call quote_print again; get_order has it.')).toBe(
    'Call svc quote again; svc track has it.',
  )
})

test('a picture has a legend of the faults in it', () => {
  expect(legendOf([{ kind: 'open_edges' }, { kind: 'overhangs' }])).toBe(
    ', open edges red, overhangs orange',
  )
  expect(legendOf([])).toBe(', no faults')
})

test('the README has the exit codes of the help', async () => {
  const readme = await Bun.file(join(import.meta.dir, '../../../client/cli/README.md')).text()
  const rows = [...readme.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, meaning = '']) => [
    Number(code),
    meaning.replaceAll('`', ''),
  ])
  expect(rows).toEqual(exitCodeMeanings.map((row) => [...row]))
})
