// The Rust part of `npm run mutate`: cargo-mutants on the lines that changed since a revision. All mutants of the crate would take hours.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const version = '27.1.0'

/** Returns the changes of Rust lines since a revision or in a range; null when git knows no such name. */
export function rustDiff(root: string, revision: string): Uint8Array | null {
  const git = (...args: string[]) => Bun.spawnSync(['git', ...args], { cwd: root })
  if (revision.startsWith('-') || !git('rev-parse', revision, '--').success) return null
  const diff = git('diff', '--relative', revision, '--', '*.rs')
  if (!diff.success) throw new Error(`git diff ${revision}: ${diff.stderr.toString().trim()}`)
  return diff.stdout
}

/**
 * Returns 1 when a mutant survived or could not be tried: the codes of cargo-mutants overlap with that of wrong
 * arguments.
 */
export function mutateRust(root: string, diff: Uint8Array): number {
  const program = installCargoMutants(root)
  const folder = mkdtempSync(join(tmpdir(), 'svc-mutants-'))
  try {
    const file = join(folder, 'changes.diff')
    writeFileSync(file, diff)
    const options = ['--in-diff', file, '--output', folder, '--no-shuffle', '--jobs', '1']
    const { success } = Bun.spawnSync([program, 'mutants', ...options], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return success ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the program; it is compiled once, into .tools. */
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
