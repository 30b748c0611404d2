// Queries the advisory databases for both lock files. Run as: npm run audit. Exit code 0: no advisory. 1: advisories. 2: not judged,
// because a database did not respond or a tool is missing.
import { join } from 'node:path'
import { refuseArguments } from '../../server/local/launcher/command-line.ts'
import { type Judgement, judgeBunAudit, judgeCargoAudit } from './advisories.ts'

refuseArguments('npm run audit')

const root = join(import.meta.dir, '../..')

function run(command: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd: root })
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

const hasCargoAudit = Bun.which('cargo-audit') !== null
const judgements: readonly (readonly [string, Judgement])[] = [
  ['bun.lock', judgeBunAudit(run([process.execPath, 'audit', '--production', '--json']))],
  [
    'Cargo.lock',
    hasCargoAudit
      ? judgeCargoAudit(run(['cargo-audit', 'audit', '--json']))
      : { kind: 'not_judged', why: 'cargo-audit is missing: cargo install cargo-audit --locked' },
  ],
]
for (const [file, judgement] of judgements) {
  switch (judgement.kind) {
    case 'clean':
      console.log(`${file}: no advisory`)
      break
    case 'advisories':
      for (const line of judgement.lines) console.log(`${file}: ${line}`)
      break
    case 'not_judged':
      console.log(`${file}: NOT JUDGED, ${judgement.why}`)
      break
  }
}
const kinds = judgements.map(([, { kind }]) => kind)
process.exitCode = kinds.includes('advisories') ? 1 : kinds.includes('not_judged') ? 2 : 0
