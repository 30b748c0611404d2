// The result of one configuration check.
import type { Config } from '../../config/config.ts'

export type Diagnosis = {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly message: string
  /** The command or the setting that fixes it. */
  readonly fix: string | null
}

export type Examined = {
  readonly config: Config
  /** The environment as read, without secrets from files. */
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
}

export const pass = (name: string, message: string): Diagnosis => ({
  name,
  state: 'ok',
  message,
  fix: null,
})
export const fail = (name: string, message: string, fix: string): Diagnosis => ({
  name,
  state: 'failed',
  message,
  fix,
})
export const warn = (name: string, message: string, fix: string): Diagnosis => ({
  name,
  state: 'warning',
  message,
  fix,
})
export const leftOut = (name: string, message: string, fix: string | null = null): Diagnosis => ({
  name,
  state: 'skipped',
  message,
  fix,
})

export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messageOf).join(', ')
  }
  return error instanceof Error ? error.message : String(error)
}
