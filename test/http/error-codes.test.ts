// The code of a refusal never changes its meaning: testing/service/error-codes.json records the statuses of each, and
// may only grow. UPDATE_ERROR_CODES=1 adds new codes and new statuses to it.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { errorGroups } from '../../server/domain/errors/catalog.ts'
import { linkCodes, renamedKinds } from '../../server/domain/errors/code-of.ts'
import { errorSections } from '../../server/http/docs/error-rows.ts'
import { buildDocument } from '../../server/http/openapi/document.ts'
import { referenceOf } from '../../server/http/openapi/reference.ts'

const path = join(import.meta.dir, '../../testing/service/error-codes.json')
const rows = errorSections(referenceOf(buildDocument('https://example.com'))).flatMap(
  (section) => section.rows,
)
const present: Readonly<Record<string, readonly (number | string)[]>> = Object.fromEntries(
  rows
    .map(({ code, texts }) => [code, [...new Set(texts.map(({ status }) => status))].toSorted()])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
)

type Recorded = Readonly<Record<string, readonly (number | string)[]>>

test('every recorded code still exists with its statuses, and every code is recorded', async () => {
  const recorded: Recorded = await Bun.file(path).json()
  for (const [code, statuses] of Object.entries(recorded)) {
    const lost = statuses.filter((status) => !(present[code] ?? []).includes(status))
    expect({ code, lost }).toEqual({ code, lost: [] })
  }
  if (process.env['UPDATE_ERROR_CODES'] === '1') {
    const lines = Object.entries(present).map(
      ([code, statuses]) =>
        `  ${JSON.stringify(code)}: ${JSON.stringify(statuses).replaceAll(',', ', ')}`,
    )
    await Bun.write(path, `{\n${lines.join(',\n')}\n}\n`)
  }
  expect(await Bun.file(path).json()).toEqual(present)
})

test('no code is in two groups, and each is a word in snake_case', () => {
  const codes = errorGroups.flatMap(({ errors }) => errors.map(({ code }) => code))
  expect(codes.length).toBeGreaterThan(200)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  expect(codes.filter((code) => !/^[a-z]+(?:_[a-z]+)*$/.test(code))).toEqual([])
})

test('each code has a status, a cause and advice, as sentences', () => {
  for (const { code, cause, remedy, texts } of rows) {
    expect({ code, hasStatus: texts.length > 0 }).toEqual({ code, hasStatus: true })
    for (const text of [cause, remedy]) {
      expect({ code, text, isSentence: /^[A-Z`].*[.]$/.test(text) }).toEqual({
        code,
        text,
        isSentence: true,
      })
    }
  }
})

test('every name with an alternative code is a kind of failure', async () => {
  const root = join(import.meta.dir, '../..')
  const sources = await Promise.all(
    [...new Bun.Glob('server/{domain,http}/**/*.ts').scanSync(root)]
      .filter((file) => !file.startsWith('server/domain/errors/'))
      .map((file) => Bun.file(join(root, file)).text()),
  )
  const text = sources.join('\n')
  expect(renamedKinds.filter((kind) => !text.includes(`kind: '${kind}'`))).toEqual([])
  expect(Object.keys(linkCodes)).toHaveLength(11)
})
