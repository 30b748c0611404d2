// Secrets from files. NAME_FILE names a file that contains the value of NAME, so that the value is not in the environment, which child
// processes and crash reports may reveal.
import { readFileSync } from 'node:fs'
import { secretNames } from './table.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Returns the variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`

/** Reads the values of all secrets given as files, without trailing whitespace, and returns a sentence for each unusable file. */
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

/** Returns the value, or a sentence about the problem. */
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

/** Removes the variables that a child process reads from the inherited files. */
export const withoutFileSecrets = (
  variables: Readonly<Record<string, string>>,
  env: Variables,
): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !env[fileVariable(name)]?.trim()))
