// What a check of the set-up says.
import type { Config } from '../../config/config.ts'

export type Finding = {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly says: string
  /** The command or the setting that mends it. */
  readonly mend: string | null
}

export type Examined = {
  readonly config: Config
  /** The environment as it was read, without secrets from files. */
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
}

export const fine = (name: string, says: string): Finding => ({
  name,
  state: 'ok',
  says,
  mend: null,
})
export const broken = (name: string, says: string, mend: string): Finding => ({
  name,
  state: 'failed',
  says,
  mend,
})
export const doubtful = (name: string, says: string, mend: string): Finding => ({
  name,
  state: 'warning',
  says,
  mend,
})
export const leftOut = (name: string, says: string, mend: string | null = null): Finding => ({
  name,
  state: 'skipped',
  says,
  mend,
})

export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messageOf).join(', ')
  }
  return error instanceof Error ? error.message : String(error)
}
