// Request bodies. Each declaration parses the body, describes it in the document and lists its refusals.
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

/** `Parsed` is passed to the handler. `C` and `Caller` are the parts of the route that reading the body needs. */
export type Body<Parsed, C = unknown, Caller = unknown> = BodySpec & {
  readonly refusals: readonly Failure[]
  readonly receive: Receive<Parsed, C, Caller>
}

/** Reads the body and passes it to `use`. Removes its file, if any, afterwards. */
export type Receive<Parsed, C, Caller> = <T>(
  request: Request,
  by: { readonly context: C; readonly caller: Caller },
  use: (parsed: Parsed) => Promise<Result<T, Failure>>,
) => Promise<Result<T, Failure>>

/** Body in memory, parsed by `read`. */
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
  /** Size limit in bytes, if it differs from the limit for all JSON. */
  readonly limit?: number
  /** Whether the body may be absent, which is treated as `{}`. */
  readonly optional?: true
}

type Checked = Described & {
  /** Bodies that are refused. Each refusal becomes an example in the document. */
  readonly refused?: readonly unknown[]
}

/** JSON body that matches the schema. `wrong` replaces the first problem as the refusal of any other shape. */
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
 * JSON body that matches the schema. Refuses misspelled names and lists other unknown names as `ignored`. `alsoKnown`:
 * names that the body may contain for another endpoint.
 */
export const strictJson = <const S extends v.GenericSchema>(
  schema: S,
  { alsoKnown, ...described }: Checked & { readonly alsoKnown?: readonly string[] },
): Body<NamedShape<v.InferOutput<S>>> =>
  parsedJson(schema, described, (value) => parseNamedShape(value, schema, alsoKnown))

/** JSON body of any shape, which the domain validates. The document shows the schema's shape. */
export const anyJson = (schema: v.GenericSchema, described: Described): Body<unknown> =>
  parsedJson(schema, described, ok)

/** Body that the handler reads. */
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
