// Bodies of requests, each declared once: the declaration parses the body, describes it in the document and names its refusals.
import type * as v from 'valibot'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { Failure } from '../refusals/failure.ts'
import {
  maxJsonBytes,
  type NamedShape,
  parseNamedShape,
  parseShape,
  readJsonBody,
  readOptionalJson,
} from '../requests/body.ts'
import type { BodySpec } from './contract.ts'

/** `Parsed` is what the handler gets. */
export type Body<Parsed> = BodySpec & {
  readonly refusals: readonly Failure[]
  readonly read: (request: Request) => Promise<Result<Parsed, Failure>>
}

type Described = {
  readonly example: BodySpec['example']
  readonly description?: string
  /** In bytes, where it is not that of all JSON. */
  readonly limit?: number
  /** The body may be left out, which counts as `{}`. */
  readonly optional?: true
}

type Checked = Described & {
  /** Bodies that are refused: what is said of each is an example in the document. */
  readonly refused?: readonly unknown[]
}

/** JSON of the schema's shape. `wrong`: what is said of every other shape, in place of the first problem. */
export function json<const S extends v.GenericSchema>(
  schema: S,
  { wrong, refused = [], ...described }: Checked & { readonly wrong?: Failure },
): Body<v.InferOutput<S>> {
  const samples = wrong === undefined ? refused : [null, ...refused]
  return parsedJson(schema, { ...described, refused: samples }, (value) => {
    const parsed = parseShape(value, schema)
    return parsed.ok || wrong === undefined ? parsed : fail(wrong)
  })
}

/**
 * The same, where misspelled names are refused and other unknown ones are listed as `ignored`. `alsoKnown`: names that the
 * body may have for another endpoint.
 */
export const strictJson = <const S extends v.GenericSchema>(
  schema: S,
  { alsoKnown, ...described }: Checked & { readonly alsoKnown?: readonly string[] },
): Body<NamedShape<v.InferOutput<S>>> =>
  parsedJson(schema, described, (value) => parseNamedShape(value, schema, alsoKnown))

/** JSON of any shape, which the domain judges; the document has that of the schema. */
export const anyJson = (schema: v.GenericSchema, described: Described): Body<unknown> =>
  parsedJson(schema, described, ok)

/** A body that the handler reads itself, such as a form with a file. */
export const unread = ({
  refusals = [],
  ...spec
}: BodySpec & Partial<Pick<Body<unknown>, 'refusals'>>): Body<undefined> => ({
  ...spec,
  refusals,
  read: async () => ok(undefined),
})

type Parse<Parsed> = (value: unknown) => Result<Parsed, Failure>

function parsedJson<Parsed>(
  schema: v.GenericSchema,
  { refused = [], limit = maxJsonBytes, optional, ...described }: Checked,
  parse: Parse<Parsed>,
): Body<Parsed> {
  const readJson = optional ? readOptionalJson : readJsonBody
  return {
    ...described,
    type: 'application/json',
    schema,
    refusals: [
      { kind: 'invalid_json' },
      { kind: 'body_too_large', limitBytes: limit },
      ...refused.map((body) => refusalOfSample(parse(body))),
    ],
    read: async (request) => {
      const sent = await readJson(request, limit)
      return sent.ok ? parse(sent.value) : sent
    },
  }
}

function refusalOfSample(parsed: Result<unknown, Failure>): Failure {
  if (parsed.ok) throw new Error(`accepted: ${JSON.stringify(parsed.value)}`)
  return parsed.failure
}
