// Reads a generation: through the agent endpoint with an API key, through the generations endpoint with an extension
// token.

import * as v from 'valibot'
import type { GenerationJob } from '../../../typescript/src/index.ts'
import type { Context } from '../command/command.ts'
import { toVersionError } from '../orders/quote-part.ts'
import { toolError } from '../service/agent-tools.ts'

/** A generation as the command shows it, however it was started. */
export type Generation = {
  readonly jobId: string
  readonly status: 'queued' | 'running' | 'done' | 'error'
  readonly stage: string | null
  readonly modelUrl: string | null
  readonly printStatus: string | null
  readonly printDetail: string | null
  /** In dollars, for one PLA part with US postage. svc quote returns the firm price. */
  readonly estimatedTotal: number | null
  readonly creditsCharged: number | null
  readonly error: string | null
}

export type ReadGeneration = (
  context: Context,
  jobId: string,
  signal?: AbortSignal,
) => Promise<Generation>

const job = v.object({
  status: v.picklist(['queued', 'running', 'done', 'error']),
  stage: v.nullable(v.string()),
  model_url: v.nullable(v.string()),
  credits_charged: v.nullable(v.number()),
  printability: v.nullable(v.object({ print_status: v.string(), detail: v.string() })),
  print_estimate: v.nullable(v.object({ total: v.number() })),
  error: v.nullable(v.string()),
})

export async function readByKey(
  context: Context,
  jobId: string,
  signal?: AbortSignal,
): Promise<Generation> {
  const { callAgain, baseUrl } = await context.session()
  const outcome = await callAgain('get_generation', { job_id: jobId }, 30_000, signal)
  if (outcome.kind !== 'fields') throw toolError(outcome)
  const read = v.safeParse(job, outcome.fields)
  if (!read.success) throw toVersionError(baseUrl)
  const { status, stage, error, ...rest } = read.output
  return {
    jobId,
    status,
    stage,
    modelUrl: rest.model_url,
    printStatus: rest.printability?.print_status ?? null,
    printDetail: rest.printability?.detail ?? null,
    estimatedTotal: rest.print_estimate?.total ?? null,
    creditsCharged: rest.credits_charged,
    error,
  }
}

export async function readByToken(
  context: Context,
  jobId: string,
  signal?: AbortSignal,
): Promise<Generation> {
  const { client } = await context.session()
  return generationOf(await client.getGeneration(jobId, { signal }))
}

const generationOf = ({
  id,
  status,
  stage,
  result,
  error,
  message,
}: GenerationJob): Generation => ({
  jobId: id,
  status,
  stage: stage ?? null,
  modelUrl: result?.modelUrl ?? null,
  printStatus: result?.printStatus ?? null,
  printDetail: result?.printDetail ?? null,
  estimatedTotal: result?.printEstimate?.total ?? null,
  creditsCharged: result?.creditsCharged ?? null,
  error: message ?? error ?? null,
})
