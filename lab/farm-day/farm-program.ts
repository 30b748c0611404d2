// Requests of the farm's programs, as a real program sends them, into the app without a socket.
import * as v from 'valibot'
import type { PlateJob } from './ledger.ts'
import { internalKey } from './stage.ts'
import { Violation } from './violation.ts'

const plateJob = v.object({ jobId: v.string(), orderCode: v.string(), parts: v.number() })
const claimedJob = v.object({
  id: v.string(),
  orderCode: v.string(),
  parts: v.number(),
  material: v.string(),
  color: v.string(),
  nozzleDiameter: v.number(),
  printHours: v.number(),
  lease: v.string(),
  file: v.object({ printSeconds: v.nullable(v.number()) }),
  /** All jobs of a shared plate. */
  plateJobs: v.optional(v.array(plateJob)),
})
export type ClaimedJob = v.InferOutput<typeof claimedJob>

const claimAnswer = v.object({ job: v.nullable(claimedJob), reason: v.nullable(v.string()) })
const beatAnswer = v.object({ stop: v.nullable(v.string()) })
const printerAnswer = v.object({ profile: v.string(), cleared: v.boolean() })
const clearAnswer = v.object({ job: v.nullable(v.object({ id: v.string() })) })

/** `refused`: the status and sentence of a refusal. */
export type Answer<T> = { readonly ok: T } | { readonly refused: string }

/**
 * Returns the jobs on the plate of a claim, one unless it is shared. In a stable order, because their ids are random.
 */
export const jobsOf = ({ id, orderCode, parts, plateJobs }: ClaimedJob): readonly PlateJob[] =>
  plateJobs?.toSorted(byOrder) ?? [{ jobId: id, orderCode, parts }]

const byOrder = (one: PlateJob, other: PlateJob): number =>
  one.orderCode.localeCompare(other.orderCode) || one.parts - other.parts

export class FarmProgram {
  readonly #handle: (request: Request) => Promise<Response>
  requests = 0

  constructor(handle: (request: Request) => Promise<Response>) {
    this.#handle = handle
  }

  report(name: string, body: object): Promise<v.InferOutput<typeof printerAnswer>> {
    return this.#must(printerAnswer, 'PUT', `/api/farm/printers/${name}`, body)
  }

  claim(printer: string): Promise<v.InferOutput<typeof claimAnswer>> {
    return this.#must(claimAnswer, 'POST', '/api/farm/jobs/claim', {
      printer,
      files: ['gcode'],
      sharedPlates: true,
    })
  }

  heartbeat(id: string, body: object): Promise<Answer<v.InferOutput<typeof beatAnswer>>> {
    return this.#ask(beatAnswer, 'POST', `/api/farm/jobs/${id}/heartbeat`, body)
  }

  done(id: string, body: object): Promise<Answer<unknown>> {
    return this.#ask(v.unknown(), 'POST', `/api/farm/jobs/${id}/done`, body)
  }

  fail(id: string, body: object): Promise<Answer<unknown>> {
    return this.#ask(v.unknown(), 'POST', `/api/farm/jobs/${id}/fail`, body)
  }

  /** Reports that an operator at the printer cleared its plate. */
  clear(name: string, body: object): Promise<Answer<v.InferOutput<typeof clearAnswer>>> {
    return this.#ask(clearAnswer, 'POST', `/api/farm/printers/${name}/clear`, body)
  }

  async #must<T>(
    schema: v.GenericSchema<unknown, T>,
    ...request: [method: string, path: string, body: object]
  ): Promise<T> {
    const answer = await this.#ask(schema, ...request)
    if ('ok' in answer) return answer.ok
    throw new Violation(`${request[0]} ${request[1]}: ${answer.refused}`)
  }

  /** Refusals with 409 are part of the protocol; any other response than 200 ends the day. */
  async #ask<T>(
    schema: v.GenericSchema<unknown, T>,
    method: string,
    path: string,
    body: object,
  ): Promise<Answer<T>> {
    this.requests += 1
    const response = await this.#handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-internal-key': internalKey },
        body: JSON.stringify(body),
      }),
    )
    const text = await response.text()
    if (response.status === 200) return { ok: v.parse(schema, JSON.parse(text)) }
    if (response.status === 409) return { refused: `409: ${text}` }
    throw new Violation(`${method} ${path} ${JSON.stringify(body)}: ${response.status}: ${text}`)
  }
}
