// `--for`: maximum total waiting time of a command, for work that takes hours.

import { CliError, exitCodes } from './exit-codes.ts'
import type { Arguments, OptionSpec } from './options.ts'

export const waitLimitOption: OptionSpec = {
  name: 'for',
  value: 'SECONDS',
  // 24 days, because a timer is limited to 2^31 milliseconds.
  range: { min: 1, max: 2_073_600 },
  description:
    'Wait no longer than this in all; the order or generation continues, and the exit code is 5.',
}

export type WaitLimit = {
  /** Aborted when the time expires, so that a read in progress ends as well. Never aborted without --for. */
  readonly signal: AbortSignal
  readonly passed: (waited: Waited) => CliError
}

export type Waited = {
  /** Sentence about the continuing work: `SVC-7KQ2ZM is still QUEUED`. */
  readonly what: string
  /** Command that continues waiting. */
  readonly next: string
  /** Known facts, for --json. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Starts the time limit. */
export function startWaitLimit(args: Arguments): WaitLimit {
  const seconds = args.number(waitLimitOption.name)
  const controller = new AbortController()
  if (seconds !== undefined) setTimeout(() => controller.abort(), seconds * 1000).unref()
  return {
    signal: controller.signal,
    passed: ({ what, next, fields }) =>
      new CliError(
        exitCodes.unavailable,
        `${what} after ${seconds} s. It is still in progress. To keep waiting: ${next}`,
        { ...fields, next },
      ),
  }
}
