// Secrets from files: NAME_FILE names a file that holds the value of NAME, so that the value is not in the environment, which child
// processes and crash reports may show.
import { readFileSync } from 'node:fs'
import { secretNames } from './table.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`

/** The values of all secrets that are given as files, without the whitespace at their ends, and a sentence for each that is not usable. */
export function readSecretFiles(env: Variables): {
  readonly values: Readonly<Record<string, string>>
  readonly problems: readonly string[]
} {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of secretNames()) {
    const path = env[fileVariable(name)]?.trim()
    if (!path) continue
    const read = env[name]?.trim() ? bothSet(name) : readSecret(name, path)
    if (typeof read === 'string') {
      problems.push(read)
    } else {
      values[name] = read.value
    }
  }
  return { values, problems }
}

const bothSet = (name: string) =>
  `${name} and ${fileVariable(name)} are both set. Keep the one that holds the current value and remove the other.`

/** The value, or what is wrong. */
function readSecret(name: string, path: string): { readonly value: string } | string {
  const file = `${fileVariable(name)} names "${path}"`
  try {
    const value = readFileSync(path, 'utf8').trimEnd()
    return value === '' ? `${file}, which is empty. Write the value of ${name} into it.` : { value }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return `${file}, which cannot be read${code}. Check the path, and that the service's user may read the file.`
  }
}

/** The variables that a child process does not find in the files that it inherits. */
export const withoutFileSecrets = (
  variables: Readonly<Record<string, string>>,
  env: Variables,
): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !env[fileVariable(name)]?.trim()))
