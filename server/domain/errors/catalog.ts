// Every error code (X-Error-Code). A code keeps its meaning and statuses permanently; testing/service/error-codes.json
// records them.
import { keysOf } from '../base/keys-of.ts'
import { accountErrors } from './accounts.ts'
import type { Advice } from './advice.ts'
import { agentErrors } from './agents.ts'
import { farmErrors } from './farm.ts'
import { generalErrors } from './general.ts'
import { generationErrors } from './generation.ts'
import { modelErrors } from './models.ts'
import { operatorErrors } from './operators.ts'
import { orderErrors } from './orders.ts'

/** The header that contains the code, in lowercase. */
export const errorCodeHeader = 'x-error-code'

export type ErrorCode =
  | keyof typeof generalErrors
  | keyof typeof accountErrors
  | keyof typeof orderErrors
  | keyof typeof modelErrors
  | keyof typeof generationErrors
  | keyof typeof agentErrors
  | keyof typeof operatorErrors
  | keyof typeof farmErrors

export type ErrorGroup = {
  readonly title: string
  readonly errors: readonly CodeAdvice[]
}

export type CodeAdvice = {
  readonly code: ErrorCode
  readonly cause: string
  readonly remedy: string
}

/** Returns the codes of a table with their advice, in table order. */
const groupOf = <Code extends ErrorCode>(
  title: string,
  table: Readonly<Record<Code, Advice>>,
): ErrorGroup => ({
  title,
  errors: keysOf(table).map((code) => {
    const [cause, remedy] = table[code]
    return { code, cause, remedy }
  }),
})

/** In the order of the documentation page. */
export const errorGroups: readonly ErrorGroup[] = [
  groupOf('Any request', generalErrors),
  groupOf('Accounts and signing in', accountErrors),
  groupOf('Prices, orders and payments', orderErrors),
  groupOf('Files and models', modelErrors),
  groupOf('Generation, pictures and the gallery', generationErrors),
  groupOf('Agents', agentErrors),
  groupOf('Operators', operatorErrors),
  groupOf('The farm’s machines', farmErrors),
]
