// Forms of pages: one object states who may send it, its fields, the domain's function that it calls, and what follows.
import { ok, type Result } from '../../domain/base/result.ts'
import { correctFields, type FieldErrors, hasErrors } from '../../html/form-fields.tsx'
import { type Fields, readValues, type Sent, type Wrong } from '../contract/form-fields.ts'
import type { Failure } from '../refusals/failure.ts'
import { type Marks, marksOf } from '../refusals/marks.ts'
import { refusalOf, withRetryAfter } from '../refusals/refusal-of.ts'
import type { BodyFailure } from '../requests/failure.ts'
import { maxFormBytes, readFields, seeOther } from '../requests/forms.ts'
import type { HttpContext } from './context.ts'
import { inputOf, leadingToSignIn } from './page.ts'
import type { PageAccess } from './page-access.ts'
import type { Input, NamesIn, Route } from './route.ts'

/** Why a form was not carried out, for the page that shows it again. */
export type Refused<F = Failure> = {
  readonly status: number
  /** For above the form. */
  readonly text: string
  /** At its fields; none where the refusal is about none of them. */
  readonly errors: FieldErrors
  /** What was typed. */
  readonly sent: Sent
  /** null where a field was wrong. */
  readonly failure: F | BodyFailure | null
}

type FormSpec<Caller, Path extends string, Values, Output, F extends Failure, C> = {
  readonly path: Path
  readonly access: PageAccess<Caller, NoInfer<C>>
  /** `body` has their values by name. A form without fields is not read. */
  readonly fields: Fields<Values>
  /** Of the form; a longer one is refused. 256 KiB unless given. */
  readonly maxBytes?: number
  /** Calls the domain, once the fields were read. */
  readonly act: (
    context: C,
    input: Input<Caller, NamesIn<Path>, NoInfer<Values>>,
  ) => Promise<Result<Output, F>>
  /** The address that the browser goes to, or the page that is shown. */
  readonly done: (
    context: C,
    input: Input<Caller, NamesIn<Path>, NoInfer<Values>>,
    output: NoInfer<Output>,
  ) => string | Response | Promise<Response>
  /** The fields that failures are about. */
  readonly marks?: Marks
  /** The page with the form as it was typed and why it was not carried out. */
  readonly refuse: (
    context: C,
    input: Input<Caller, NamesIn<Path>>,
    refused: Refused<NoInfer<F>>,
  ) => Response | Promise<Response>
}

/** A form that is sent with POST. The person is admitted before the body is read, and `act` runs when every field was read. */
export function form<
  Caller,
  const Path extends string,
  Values,
  Output,
  F extends Failure,
  C = HttpContext,
>(spec: FormSpec<Caller, Path, Values, Output, F, C>): Route<C> {
  const { path, access, fields, maxBytes = maxFormBytes, act, done, marks = {}, refuse } = spec
  return {
    method: 'POST',
    path,
    contract: null,
    respond: (context, received) =>
      leadingToSignIn(async () => {
        const admitted = await access(context, received.request)
        if (!admitted.ok) return admitted.failure
        const input = inputOf<Caller, Path>(received, admitted.value)
        const read = await readSent(received.request, fields, maxBytes)
        if (!read.ok) {
          return await refuse(context, input, { ...unread(read.failure), sent: () => '' })
        }
        const sent = read.value
        const values = readValues(fields, sent)
        if (!values.ok) return await refuse(context, input, { ...incomplete(values.failure), sent })
        const complete = { ...input, body: values.value }
        const acted = await act(context, complete)
        if (acted.ok) {
          const next = await done(context, complete, acted.value)
          return typeof next === 'string' ? seeOther(next) : next
        }
        const { failure } = acted
        const refused = { ...refusedBy(failure, marksOf(marks, failure, sent)), sent }
        return withRetryAfter(await refuse(context, input, refused), failure)
      }),
  }
}

/** The form as its fields read it. */
async function readSent(
  request: Request,
  fields: object,
  maxBytes: number,
): Promise<Result<Sent, BodyFailure>> {
  if (Object.keys(fields).length === 0) return ok(() => '')
  const read = await readFields(request, maxBytes)
  return read.ok ? ok((name) => read.value.get(name) ?? '') : read
}

type Reason<F> = Omit<Refused<F>, 'sent'>

// Such a form is not read, so that its text cannot be shown again.
const tooLongText =
  'Nothing was saved, because the text is far too long. Go back in the browser to what you entered, and shorten it.'

function unread(failure: BodyFailure): Reason<never> {
  const { status, error } = refusalOf(failure)
  const text = failure.kind === 'body_too_large' ? tooLongText : error
  return { status, text, errors: {}, failure }
}

function incomplete(wrong: Wrong): Reason<never> {
  return typeof wrong === 'string'
    ? { status: 400, text: wrong, errors: {}, failure: null }
    : { status: 400, text: markedText(wrong), errors: wrong, failure: null }
}

function refusedBy<F extends Failure>(failure: F, errors: FieldErrors): Reason<F> {
  const { status, error } = refusalOf(failure)
  const text = hasErrors(errors) ? markedText(errors) : error
  return { status, text, errors, failure }
}

const markedText = (errors: FieldErrors) => `Nothing was saved. ${correctFields(errors)}`
