// Page forms. Each form declares who may send it, its fields, the domain function that it calls, and the response.
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { type FieldErrors, hasErrors } from '../../html/form-fields.tsx'
import { correctFields } from '../../pages/base/correct-fields.ts'
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

/** Why a form was refused, for the page that shows it again. */
export type FormRefusal = {
  readonly status: number
  /** Text above the form. */
  readonly text: string
  /** Errors by field. Empty if the refusal concerns no field. */
  readonly errors: FieldErrors
  /** Entered values, by name. */
  readonly typedIn: SentFields
  /** null when a field was invalid. */
  readonly failure: Failure | null
}

/** Returns the refusal's sentence. A page with a single invalid field shows the field's error above the form. */
export const sentenceOf = ({ errors, text }: FormRefusal): string =>
  Object.values(errors)[0] ?? text

/** Fails with field errors that only stored data could reveal. */
export const wrongAt = (errors: FieldErrors) => fail({ kind: 'fields_wrong', errors } as const)

export type FormFailure = Failure | { readonly kind: 'fields_wrong'; readonly errors: FieldErrors }

type FormSpec<Caller, Path extends string, Values, Output, C> = {
  readonly path: Path
  readonly access: PageAccess<Caller, NoInfer<C>>
  /** Fields, whose values `body` holds by name. A form without fields is not read. */
  readonly fields: Fields<Values>
  /** Maximum body size, in bytes. Longer forms are refused. Defaults to 256 KiB. */
  readonly maxBytes?: number
  /** Returns a confirmation page, or null when none is needed. */
  readonly ask?: (
    context: C,
    input: Input<Caller, NamesIn<Path>, NoInfer<Values>>,
  ) => Promise<Result<Response | null, FormFailure>>
  /** Calls the domain. */
  readonly act: (
    context: C,
    input: Input<Caller, NamesIn<Path>, NoInfer<Values>>,
  ) => Promise<Result<Output, FormFailure>>
  /** Returns the redirect target, or the page to show. */
  readonly done: (
    context: C,
    input: Input<Caller, NamesIn<Path>, NoInfer<Values>>,
    output: NoInfer<Output>,
  ) => string | Response | Promise<Response>
  /** Maps failure kinds to fields. */
  readonly marks?: Marks
  /** Shows the form as typed, with the reason for the refusal. */
  readonly refuse: (
    context: C,
    input: Input<Caller, NamesIn<Path>>,
    refused: FormRefusal,
  ) => Response | Promise<Response>
}

/** Builds a POST form: admits the caller, reads the fields, asks for confirmation, and runs `act`. */
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
    const shown = await refuse(context, input, { ...unread(read.failure), typedIn: () => '' })
    return withRefusalHeaders(shown, read.failure)
  }
  const typedIn = read.value
  const values = readValues(fields, typedIn)
  if (!values.ok) return await refuse(context, input, { ...reasonOfWrong(values.failure), typedIn })
  const outcome = await carryOut(spec, context, { ...input, body: values.value })
  if (outcome.ok) return outcome.value
  const { failure } = outcome
  if (failure.kind === 'fields_wrong') {
    return await refuse(context, input, { ...reasonOfWrong(failure.errors), typedIn })
  }
  const reason = refusedBy(failure, marksOf(marks, failure, typedIn))
  return withRefusalHeaders(await refuse(context, input, { ...reason, typedIn }), failure)
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

/** Reads the sent form with its fields. */
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
      names: () => [...new Set(sent.keys())],
    }),
  )
}

type Reason = Omit<FormRefusal, 'typedIn'>

// An oversized form is not read, so its text cannot be shown again.
const tooLongText =
  'Nothing was saved, because the text is far too long. Go back in the browser to what you entered, and shorten it.'

function unread(failure: BodyFailure): Reason {
  const { status, error } = refusalOf(failure)
  const text = failure.kind === 'body_too_large' ? tooLongText : error
  return { status, text, errors: {}, failure }
}

function reasonOfWrong(wrong: Wrong): Reason {
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
