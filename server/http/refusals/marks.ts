// Page fields that refusals concern.
import type { ByKind, FailureOf } from '../../domain/base/by-kind.ts'
import type { FieldErrors } from '../../html/form-fields.tsx'
import type { Failure } from './failure.ts'

type Table<Kinds> = { readonly [K in keyof Kinds]?: Mark<FailureOf<Kinds, K>> }

type Mark<F> =
  | FieldErrors
  | ((failure: F, /** Reads the typed values. */ field: (name: string) => string) => FieldErrors)

/**
 * Errors by field for each kind of failure, built from the failure if it has facts. Other failures concern no field.
 */
export type Marks = Table<ByKind<Failure>>

export const marksOf = (
  marks: Marks,
  failure: Failure,
  field: (name: string) => string,
): FieldErrors => marksFrom(marks, failure, field)

function marksFrom<Kinds, K extends keyof Kinds>(
  marks: Table<Kinds>,
  failure: FailureOf<Kinds, K>,
  field: (name: string) => string,
): FieldErrors {
  const mark = marks[failure.kind] ?? {}
  return typeof mark === 'function' ? mark(failure, field) : mark
}
