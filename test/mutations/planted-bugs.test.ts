// A planted bug is found only while its place in the sources has the expected text.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { bugs as agentBugs } from '../../lab/evaluations/bugs.ts'
import { wishBugs } from '../../lab/evaluations/wishes/bugs.ts'
import { bugs as farmBugs } from '../../lab/farm-day/bugs.ts'
import { bugs as generationBugs } from '../../lab/generation/bugs.ts'
import { LOST_CONDITIONS } from '../../lab/mutations/conditions.ts'
import { MUTATIONS } from '../../lab/mutations/list.ts'
import { bugs } from '../../lab/simulation/bugs.ts'
import { REQUIREMENTS } from '../requirements.ts'

const root = join(import.meta.dir, '../..')

test('the code of every planted bug occurs once in its file', async () => {
  const edits = [
    ...bugs.flatMap((bug) => ('also' in bug && bug.also !== undefined ? [bug, bug.also] : [bug])),
    ...agentBugs,
    ...wishBugs,
    ...farmBugs,
    ...generationBugs,
    ...LOST_CONDITIONS,
    ...MUTATIONS,
  ]
  expect(edits.length).toBeGreaterThan(50)
  const wrong: string[] = []
  for (const { file, search } of edits) {
    const source = await Bun.file(join(root, file)).text()
    const times = source.split(search).length - 1
    if (times !== 1) wrong.push(`${file} has ${times} times: ${search}`)
  }
  expect(wrong).toEqual([])
})

test('the row of every planted bug is a requirement', () => {
  const ids = new Set<string>(REQUIREMENTS.map(({ id }) => id))
  expect(MUTATIONS.length).toBeGreaterThan(10)
  expect(MUTATIONS.map(({ row }) => row).filter((row) => !ids.has(row))).toEqual([])
})
