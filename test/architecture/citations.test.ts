// Comments, tests and documents cite only documents and sections of the repository.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { brokenCitations, sectionsOf, type Text } from './citations.ts'

const root = join(import.meta.dir, '../..')
const ends = '*.{md,ts,tsx,js,mjs,rs,sh,toml}'
const folders =
  '.ci,server,mcp,geometry,slicer-bridge,bench,test,testing,lab,docs,deploy,client'.split(',')
const sources = [ends, '.ci/*', ...folders.map((folder) => `${folder}/**/${ends}`)]
/** Files built or fetched by tools, the samples of this check, and the test that reads the documents next to the repository. */
const notOurs =
  /^geometry\/pkg\/|(?:^|\/)(?:target|node_modules)\/|^test\/architecture\/citations|^test\/coverage\.test/

async function texts(): Promise<Text[]> {
  const paths = sources
    .flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: root, dot: true })])
    .filter((path) => !notOurs.test(path))
  return Promise.all(
    paths.map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })),
  )
}

test('every citation leads to a section that exists', async () => {
  const all = await texts()
  const documents = new Map(
    all
      .filter(({ path }) => path.endsWith('.md'))
      .map(({ path, text }) => [path, sectionsOf(text)]),
  )
  expect(documents.get('docs/contract.md')?.numbers.size).toBeGreaterThan(40)
  expect(documents.get('docs/decisions.md')?.numbers.size).toBeGreaterThan(40)
  expect(all.flatMap((text) => brokenCitations(text, documents))).toEqual([])
})

describe('the check', () => {
  const documents = new Map([
    ['docs/contract.md', sectionsOf('# C\n\n## 4. REST\n\n### 4.2 POST /x\n\n### 4.11 GET /y\n')],
    ['docs/decisions.md', sectionsOf('# D\n\n1. **One.**\n2. **Two.**\n29. **Late.**\n')],
    ['README.md', sectionsOf('# Svc\n\n## Run it\n')],
    ['mcp/README.md', sectionsOf('# MCP\n\n## Eras\n')],
  ])
  const broken = (text: string, path = 'mcp/x.ts') => brokenCitations({ path, text }, documents)

  test.each([
    '// contract.md 4.2 and 4.11, rule 7',
    '// contract.md 4 to 4.2; decisions.md 1, 2 and 29)',
    '// the words of contract.md\n// 4.2',
    '// README, "Run it"; README "Eras"; mcp/README.md "Eras"',
    '// see docs/contract.md',
    '// decision 1 costs 7 dollars, the contract 24 hours',
  ])('accepts %s', (text) => {
    expect(broken(text)).toEqual([])
  })

  test.each([
    '// contract.md 4.3',
    '// contract.md 4.2 and 4.9',
    '// decisions.md 1 and\n// 30',
    '// decision 3',
    '// service.md, "Errors"',
    '// README, "Money"',
    '// docs/capacity.md',
  ])('refuses %s', (text) => {
    expect(broken(text)).toHaveLength(1)
  })

  test('refuses a link of a document to a missing file', () => {
    expect(
      broken('[a](eras.md) [b](../README.md#run-it) [c](https://x.example/y.md)', 'mcp/README.md'),
    ).toEqual(['mcp/README.md:1: ](eras.md)'])
  })
})
