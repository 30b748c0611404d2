// Compares two recordings of RECORD_RESPONSES: bun test/compare-responses.ts before.jsonl after.jsonl. A request in
// both recordings must have the same response; otherwise the program exits with 1.
import { readFileSync } from 'node:fs'

type Line = {
  readonly key: string
  readonly status: number
  readonly type: string
  readonly text: string
}

function responsesByRequest(file: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const text of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const { key, ...response }: Line = JSON.parse(text)
    const responses = found.get(key) ?? new Set()
    found.set(key, responses.add(JSON.stringify(response)))
  }
  return found
}

const [before, after] = process.argv.slice(2).map(responsesByRequest)
if (before === undefined || after === undefined) throw new Error('Name two recordings.')
let compared = 0
let different = 0
for (const [key, old] of before) {
  const now = after.get(key)
  if (now === undefined) continue
  compared += 1
  // A request may have several responses (a counter, a state); each new one must be known.
  const unknown = [...now].filter((response) => !old.has(response))
  if (unknown.length === 0) continue
  different += 1
  console.log(
    `${key}\n  before ${[...old].join('\n         ')}\n  after  ${unknown.join('\n         ')}`,
  )
}
console.log(`${compared} requests compared, ${different} with another response`)
process.exitCode = different === 0 && compared > 0 ? 0 : 1
