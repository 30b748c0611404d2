// Bodies with a file: forms, and JSON or a form.
import type { Caller } from '../../domain/base/caller.ts'
import { fail } from '../../domain/base/result.ts'
import type { Failure } from '../refusals/failure.ts'
import {
  type MultipartForm,
  type MultipartOptions,
  withMultipartForm,
} from '../requests/multipart.ts'
import type { Body } from './body.ts'
import type { BodySpec } from './contract.ts'

/** Parts of a request's context that reading a form needs. */
type FormContext = {
  readonly deps: Pick<MultipartOptions, 'uploads' | 'log'>
  readonly clientAddress: (request: Request) => string
}

type FormBody = Body<MultipartForm, FormContext, Caller | null>

type FormOptions = Pick<BodySpec, 'schema' | 'example'> & {
  /** Name of the file field. */
  readonly file: string
  readonly maxBytes: number
  /** Refusal of an oversized file. */
  readonly tooLarge?: Failure
}

/**
 * Form of text fields and one file, which the domain validates. The document shows the schema. The upload is counted
 * for its caller.
 */
export const multipart = ({
  file: fileField,
  maxBytes: maxFileBytes,
  tooLarge = { kind: 'file_too_large' },
  ...described
}: FormOptions): FormBody => ({
  ...described,
  type: 'multipart/form-data',
  refusals: [
    { kind: 'not_multipart' },
    { kind: 'broken_multipart', detail: 'it ended early' },
    { kind: 'form_field_too_long', field: 'note' },
    tooLarge,
  ],
  receive: async (request, { context, caller }, use) => {
    const { uploads, log } = context.deps
    const sender =
      caller ?? ({ kind: 'anonymous', address: context.clientAddress(request) } as const)
    const options = { uploads, log, caller: sender, fileField, maxFileBytes }
    const used = await withMultipartForm(request, options, use)
    return !used.ok && used.failure.kind === 'file_too_large' ? fail(tooLarge) : used
  },
})

/** JSON or a form, depending on Content-Type. `neither` refuses any other type. */
export const jsonOrForm = <Parsed>(
  json: Body<Parsed>,
  form: FormBody,
  neither: Failure,
): Body<Parsed | MultipartForm, FormContext, Caller | null> => ({
  ...json,
  form: { schema: form.schema, example: form.example },
  // Other types are refused before they are read as a form.
  refusals: [
    neither,
    ...json.refusals,
    ...form.refusals.filter(({ kind }) => kind !== 'not_multipart'),
  ],
  receive: async (request, by, use) => {
    const type = request.headers.get('content-type') ?? ''
    if (/^multipart\/form-data\b/i.test(type)) return await form.receive(request, by, use)
    return /^application\/json\b/i.test(type) ? await json.receive(request, by, use) : fail(neither)
  },
})
