// The fields of a page that refusals are about.
import type { FieldErrors } from '../../html/form-fields.tsx'
import type { Failure } from './failure.ts'
import type { ByKind, FailureOf } from './refusal.ts'

type Table<Kinds> = { readonly [K in keyof Kinds]?: Mark<FailureOf<Kinds, K>> }

type Mark<F> =
  | FieldErrors
  | ((failure: F, /** What was typed. */ field: (name: string) => string) => FieldErrors)

/** Sentences at fields by the kind of failure, made from the failure where it has facts. Other failures are about no field. */
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
