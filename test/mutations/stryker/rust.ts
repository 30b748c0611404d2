// The Rust part of `npm run mutate`: cargo-mutants on the lines that changed since a revision. All mutants of the crate would take hours.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const version = '27.1.0'

/** The exit code of cargo-mutants: 2 when a mutant survived. 0 when no Rust line changed. */
export function mutateRust(root: string, revision: string): number {
  const diff = Bun.spawnSync(['git', 'diff', '--relative', revision, '--', '*.rs'], { cwd: root })
  if (!diff.success) throw new Error(`git diff ${revision}: ${diff.stderr.toString().trim()}`)
  if (diff.stdout.length === 0) {
    console.log(`No Rust line has changed since ${revision}.`)
    return 0
  }
  const program = installCargoMutants(root)
  const folder = mkdtempSync(join(tmpdir(), 'svc-mutants-'))
  try {
    const file = join(folder, 'changes.diff')
    writeFileSync(file, diff.stdout)
    const options = ['--in-diff', file, '--output', folder, '--no-shuffle', '--jobs', '1']
    return Bun.spawnSync([program, 'mutants', ...options], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    }).exitCode
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The program; compiled once, into .tools. */
function installCargoMutants(root: string): string {
  const folder = join(root, '.tools', `cargo-mutants-${version}`)
  const program = join(folder, 'bin', 'cargo-mutants')
  if (existsSync(program)) return program
  console.log(`Compiling cargo-mutants ${version} (once, some minutes) ...`)
  const command = ['cargo', 'install', '--locked', '--root', folder]
  const { success } = Bun.spawnSync([...command, `cargo-mutants@${version}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (!success) throw new Error(`cargo-mutants ${version} could not be installed.`)
  return program
}
