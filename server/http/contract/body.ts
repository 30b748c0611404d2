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

/** `Parsed` is what the handler gets; `C` and `Caller` are what reading it takes of the route. */
export type Body<Parsed, C = unknown, Caller = unknown> = BodySpec & {
  readonly refusals: readonly Failure[]
  readonly receive: Receive<Parsed, C, Caller>
}

/** Reads the body and hands it to `use`. Its file, if it has one, is removed afterwards. */
export type Receive<Parsed, C, Caller> = <T>(
  request: Request,
  by: { readonly context: C; readonly caller: Caller },
  use: (parsed: Parsed) => Promise<Result<T, Failure>>,
) => Promise<Result<T, Failure>>

/** A body in memory, which `read` parses. */
export const readBy = <Parsed>(
  read: (request: Request) => Promise<Result<Parsed, Failure>>,
  described: BodySpec & Pick<Body<Parsed>, 'refusals'>,
): Body<Parsed> => ({
  ...described,
  receive: async (request, _by, use) => {
    const parsed = await read(request)
    return parsed.ok ? await use(parsed.value) : parsed
  },
})

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

/** A body that the handler reads itself. */
export const unread = (described: BodySpec): Body<undefined> =>
  readBy(async () => ok(undefined), { ...described, refusals: [] })

type Parse<Parsed> = (value: unknown) => Result<Parsed, Failure>

function parsedJson<Parsed>(
  schema: v.GenericSchema,
  { refused = [], limit = maxJsonBytes, optional, ...described }: Checked,
  parse: Parse<Parsed>,
): Body<Parsed> {
  const readJson = optional ? readOptionalJson : readJsonBody
  const read = async (request: Request) => {
    const received = await readJson(request, limit)
    return received.ok ? parse(received.value) : received
  }
  return readBy(read, {
    ...described,
    type: 'application/json',
    schema,
    refusals: [
      { kind: 'invalid_json' },
      { kind: 'body_too_large', limitBytes: limit },
      ...refused.map((body) => refusalOfSample(parse(body))),
    ],
  })
}

function refusalOfSample(parsed: Result<unknown, Failure>): Failure {
  if (parsed.ok) throw new Error(`accepted: ${JSON.stringify(parsed.value)}`)
  return parsed.failure
}
