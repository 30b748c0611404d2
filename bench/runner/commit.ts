// The state of the source, from git.

/** Zeros, and dirty, without git. */
export function describeCommit(): { readonly commit: string; readonly dirty: boolean } {
  const changes = git('status', '--porcelain')
  return { commit: commitOf('HEAD') ?? '00000000', dirty: changes !== '' }
}

/** The first eight digits of the commit that a branch, a tag or `HEAD~1` names; null when it names none. */
export function commitOf(name: string): string | null {
  if (name.startsWith('-')) return null
  return git('rev-parse', '--verify', '--quiet', '--short=8', `${name}^{commit}`)
}

function git(...args: string[]): string | null {
  if (Bun.which('git') === null) return null
  const { success, stdout } = Bun.spawnSync(['git', ...args], { cwd: import.meta.dir })
  return success ? stdout.toString().trim() : null
}
