// Forms of pages: one object states who may send it, its fields, the domain's function that it calls, and what follows.
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { correctFields, type FieldErrors, hasErrors } from '../../html/form-fields.tsx'
import { type Fields, readValues, type SentFields, type Wrong } from '../contract/form-fields.ts'
import type { Failure } from '../refusals/failure.ts'
import { type Marks, marksOf } from '../refusals/marks.ts'
import { refusalOf, withRefusalHeaders } from '../refusals/refusal-of.ts'
import type { BodyFailure } from '../requests/failure.ts'
import { maxFormBytes, readFields, seeOther } from '../requests/forms.ts'
import type { HttpContext } from './context.ts'
import { post } from './page.ts'
import type { PageAccess } from './page-access.ts'
import type { Input, NamesIn, Route } from './route.ts'

/** Why a form was not carried out, for the page that shows it again. */
export type FormRefusal = {
  readonly status: number
  /** For above the form. */
  readonly text: string
  /** At its fields; none where the refusal is about none of them. */
  readonly errors: FieldErrors
  /** What was typed. */
  readonly field: SentFields
  /** null where a field was wrong. */
  readonly failure: Failure | null
}

/** What a page with one field to correct says above it as well. */
export const sentenceOf = ({ errors, text }: FormRefusal): string =>
  Object.values(errors)[0] ?? text

/** Sentences at fields that only what is stored could judge. */
export const wrongAt = (errors: FieldErrors) => fail({ kind: 'fields_wrong', errors } as const)

export type FormFailure = Failure | { readonly kind: 'fields_wrong'; readonly errors: FieldErrors }

type FormSpec<Caller, Path extends string, Values, Output, C> = {
  readonly path: Path
  readonly access: PageAccess<Caller, NoInfer<C>>
  /** `body` has their values by name. A form without fields is not read. */
  readonly fields: Fields<Values>
  /** A longer form is refused. 256 KiB unless given. */
  readonly maxBytes?: number
  /** Makes a page that asks whether to go on; null where there is no question. */
  readonly ask?: (
    context: C,
    input: Input<Caller, NamesIn<Path>, NoInfer<Values>>,
  ) => Promise<Result<Response | null, FormFailure>>
  /** Calls the domain. */
  readonly act: (
    context: C,
    input: Input<Caller, NamesIn<Path>, NoInfer<Values>>,
  ) => Promise<Result<Output, FormFailure>>
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
    refused: FormRefusal,
  ) => Response | Promise<Response>
}

/** A form that is sent with POST: the caller is admitted, the fields are read, the question is asked, and `act` runs. */
export const form = <Caller, const Path extends string, Values, Output, C = HttpContext>(
  spec: FormSpec<Caller, Path, Values, Output, C>,
): Route<C> =>
  post({
    path: spec.path,
    access: spec.access,
    respond: (context: C, input) => receive(spec, context, input),
  })

async function receive<Caller, Path extends string, Values, Output, C>(
  spec: FormSpec<Caller, Path, Values, Output, C>,
  context: C,
  input: Input<Caller, NamesIn<Path>>,
): Promise<Response> {
  const { fields, maxBytes = maxFormBytes, marks = {}, refuse } = spec
  const read = await readSent(input.request, fields, maxBytes)
  if (!read.ok) {
    const shown = await refuse(context, input, { ...unread(read.failure), field: () => '' })
    return withRefusalHeaders(shown, read.failure)
  }
  const field = read.value
  const values = readValues(fields, field)
  if (!values.ok) return await refuse(context, input, { ...incomplete(values.failure), field })
  const outcome = await carryOut(spec, context, { ...input, body: values.value })
  if (outcome.ok) return outcome.value
  const { failure } = outcome
  if (failure.kind === 'fields_wrong') {
    return await refuse(context, input, { ...incomplete(failure.errors), field })
  }
  const reason = refusedBy(failure, marksOf(marks, failure, field))
  return withRefusalHeaders(await refuse(context, input, { ...reason, field }), failure)
}

async function carryOut<Caller, Path extends string, Values, Output, C>(
  { ask, act, done }: FormSpec<Caller, Path, Values, Output, C>,
  context: C,
  input: Input<Caller, NamesIn<Path>, Values>,
): Promise<Result<Response, FormFailure>> {
  const question = ask === undefined ? ok(null) : await ask(context, input)
  if (!question.ok) return question
  if (question.value !== null) return ok(question.value)
  const acted = await act(context, input)
  if (!acted.ok) return acted
  const next = await done(context, input, acted.value)
  return ok(typeof next === 'string' ? seeOther(next) : next)
}

/** The form as its fields read it. */
async function readSent(
  request: Request,
  fields: object,
  maxBytes: number,
): Promise<Result<SentFields, BodyFailure>> {
  if (Object.keys(fields).length === 0) return ok(() => '')
  const read = await readFields(request, maxBytes)
  if (!read.ok) return read
  const sent = read.value
  return ok(
    Object.assign((name: string) => sent.get(name) ?? '', {
      all: (name: string) => sent.getAll(name),
    }),
  )
}

type Reason = Omit<FormRefusal, 'field'>

// Such a form is not read, so that its text cannot be shown again.
const tooLongText =
  'Nothing was saved, because the text is far too long. Go back in the browser to what you entered, and shorten it.'

function unread(failure: BodyFailure): Reason {
  const { status, error } = refusalOf(failure)
  const text = failure.kind === 'body_too_large' ? tooLongText : error
  return { status, text, errors: {}, failure }
}

function incomplete(wrong: Wrong): Reason {
  return typeof wrong === 'string'
    ? { status: 400, text: wrong, errors: {}, failure: null }
    : { status: 400, text: markedText(wrong), errors: wrong, failure: null }
}

function refusedBy(failure: Failure, errors: FieldErrors): Reason {
  const { status, error } = refusalOf(failure)
  const text = hasErrors(errors) ? markedText(errors) : error
  return { status, text, errors, failure }
}

const markedText = (errors: FieldErrors) => `Nothing was saved. ${correctFields(errors)}`
