// The state of the source, from git.

/** Returns the current commit. Without git, the hash is zeros and the state is dirty. */
export function describeCommit(): { readonly commit: string; readonly dirty: boolean } {
  const changes = git('status', '--porcelain')
  return { commit: commitOf('HEAD') ?? '00000000', dirty: changes !== '' }
}

/**
 * Returns the first eight digits of the commit that a branch, a tag or `HEAD~1` refers to; null
 * when there is none.
 */
export function commitOf(name: string): string | null {
  if (name.startsWith('-')) return null
  return git('rev-parse', '--verify', '--quiet', '--short=8', `${name}^{commit}`)
}

function git(...args: string[]): string | null {
  if (Bun.which('git') === null) return null
  const { success, stdout } = Bun.spawnSync(['git', ...args], { cwd: import.meta.dir })
  return success ? stdout.toString().trim() : null
}
