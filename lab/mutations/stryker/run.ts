// `npm run mutate`: changes the code in small ways, with Stryker, and expects a test to fail for each.
//   npm run mutate every part that allows no unexplained survivor
//   npm run mutate -- pricing orders these parts
//   npm run mutate -- orders --sample 5 --seed 7 every fifth mutant on average, selected by the seed
//   npm run mutate -- pricing --file server/domain/pricing/rate.ts one file or a range of its lines, rate.ts:10-20;
// may be repeated
//   npm run mutate -- --rust --diff origin/main the Rust lines that changed since a revision, with cargo-mutants
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '../../../server/local/launcher/command-line.ts'
import { startLocalPostgres } from '../../../server/local/postgres/postgres.ts'
import { chooseFiles } from './chosen-files.ts'
import { installStryker } from './install.ts'
import { judge } from './judge.ts'
import { type Part, parts } from './parts.ts'
import { runPart } from './run-part.ts'
import { mutateRust, rustDiff } from './rust.ts'

const root = join(import.meta.dir, '../../..')
const usage = `npm run mutate -- [PART ...] [--sample N] [--seed N] [--file PATH[:FROM-TO] ...]
       npm run mutate -- --rust [--diff REVISION]
       FROM and TO are lines; REVISION is HEAD unless given. Exit codes: 0 when every part meets its demand, 1 when not, 2 for wrong arguments.
       Parts: ${parts.map(({ name }) => name).join(', ')}.`
const { values, positionals, refuse, wholeNumber } = readCommandLine(usage, {
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', multiple: true },
    rust: { type: 'boolean', default: false },
    diff: { type: 'string', default: 'HEAD' },
  },
})

process.exitCode = values.rust ? mutateChangedRust() : await mutateParts()

function mutateChangedRust(): number {
  const diff = rustDiff(root, values.diff) ?? refuse(`There is no revision ${values.diff}.`)
  if (diff.length > 0) return mutateRust(root, diff)
  console.log(`No Rust line has changed since ${values.diff}.`)
  return 0
}

async function mutateParts(): Promise<number> {
  const chosen = chooseFiles(chooseParts(), values.file, root)
  if (typeof chosen === 'string') return refuse(chosen)
  const sample = {
    of: wholeNumber('--sample', values.sample, 1),
    seed: wholeNumber('--seed', values.seed, 0),
  }
  const stryker = installStryker(root)
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const cluster = await startLocalPostgres({ folder, fast: true, temporary: true })
  let failures = 0
  try {
    for (const { part, mutate } of chosen) {
      const mutants = await runPart(part, {
        root,
        stryker,
        sample,
        mutate,
        clusterUrl: cluster.url,
      })
      const { lines, ok } = judge(part, { mutants, isWhole: mutate === null && sample.of === 1 })
      for (const line of lines) console.log(line)
      if (!ok) failures += 1
    }
  } finally {
    await cluster.stop()
  }
  return failures === 0 ? 0 : 1
}

function chooseParts(): readonly Part[] {
  const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) refuse(`There is no part ${unknown.join(', ')}.`)
  if (positionals.length === 0) return parts.filter(({ leastPercent }) => leastPercent === null)
  return parts.filter(({ name }) => positionals.includes(name))
}
