// Every rule of test/interfaces.ts names, for every interface, its test or the reason why it does not apply.
// test/check-claims.ts checks that the tests run, with all other requirements.
import { expect, test } from 'bun:test'
import { interfaces, rules } from './interfaces.ts'
import { REQUIREMENTS } from './requirements.ts'

const ids: ReadonlySet<string> = new Set(REQUIREMENTS.map(({ id }) => id))

for (const [rule, places] of Object.entries(rules)) {
  test(rule, () => {
    expect(Object.keys(places).toSorted()).toEqual([...interfaces].toSorted())
    const cells = Object.entries(places)
    const unknown = cells.filter(([, at]) => typeof at === 'string' && !ids.has(at))
    expect(unknown).toEqual([])
    const unexplained = cells.filter(
      ([, at]) => typeof at !== 'string' && at.notConcerned.length < 10,
    )
    expect(unexplained).toEqual([])
    expect(cells.some(([, at]) => typeof at === 'string')).toBe(true)
  })
}
