// Every error code (X-Error-Code). A code keeps its meaning and statuses permanently; testing/service/error-codes.json
// records them.
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
  readonly errors: Readonly<Partial<Record<ErrorCode, Advice>>>
}

/** In the order of the documentation page. */
export const errorGroups: readonly ErrorGroup[] = [
  { title: 'Any request', errors: generalErrors },
  { title: 'Accounts and signing in', errors: accountErrors },
  { title: 'Prices, orders and payments', errors: orderErrors },
  { title: 'Files and models', errors: modelErrors },
  { title: 'Generation, pictures and the gallery', errors: generationErrors },
  { title: 'Agents', errors: agentErrors },
  { title: 'Operators', errors: operatorErrors },
  { title: 'The farm’s machines', errors: farmErrors },
]
