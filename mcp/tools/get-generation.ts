// get_generation: progress of a generation and, when it is done, the model and whether it can be printed.

import * as v from 'valibot'
import { maxSideMm } from '../../server/domain/catalog/build-volume.ts'
import { readGenerationJob } from '../../server/domain/generation/read-job.ts'
import { type GenerationJob, pollSeconds } from '../../server/domain/generation/run/job.ts'
import { jobStages, jobStatuses } from '../../server/domain/generation/run/job-status.ts'
import type { GenerationResult } from '../../server/domain/generation/run/result.ts'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import { readsHere } from '../annotations.ts'
import { toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { flag, integer, number, orNull, sanelyShort, text, timeouts } from './fields.ts'
import { quoteInside } from './foreign-text.ts'
import { generationRefusal, jobError } from './generation-refusal.ts'
import { printStatusWord } from './printability-fields.ts'

const printability = v.object({
  print_status: printStatusWord,
  score: integer('0 to 100.'),
  detail: text('The verdict in words.'),
  issues: v.array(v.string()),
  recommendations: v.array(v.string()),
  dimensions_mm: v.pipe(v.array(v.number()), v.length(3), v.description('Width, depth, height.')),
  volume_cm3: number('Enclosed volume.'),
  watertight: flag('Whether the surface is closed.'),
  fits_plate: flag(`Whether no side is longer than ${maxSideMm} mm.`),
})

const estimate = v.object({
  grams: integer('One PLA part at standard quality.'),
  total: number('Dollars with flat US postage; quote_print makes the firm price.'),
})

const output = v.object({
  job_id: text('As sent.'),
  status: v.pipe(v.picklist(jobStatuses), v.description('Poll until it is done or error.')),
  stage: orNull(v.picklist(jobStages), 'Current stage while running.'),
  created_at: text('ISO 8601.'),
  completed_at: orNull(v.string(), 'ISO 8601; null while it runs.'),
  model_url: orNull(
    v.string(),
    "With persisted true the stored model, for quote_print. With persisted false the engine's own temporary link, which cannot be quoted. null until done.",
  ),
  model_url_expires_at: orNull(
    v.string(),
    'When a model_url with persisted false stops working at the latest; null if stored.',
  ),
  persisted: orNull(
    v.boolean(),
    'false: storing failed, and model_url expires within the hour. null until done.',
  ),
  printability: orNull(printability, 'Can it be printed; null until done.'),
  print_estimate: orNull(estimate, 'A first estimate; null until done.'),
  credits_charged: orNull(v.pipe(v.number(), v.integer()), 'null until done.'),
  notes: v.pipe(
    v.array(v.string()),
    v.description(
      'Where the size comes from, what was not done, whether it is a sample. Empty until done.',
    ),
  ),
  error: orNull(v.string(), 'Why it failed, and what to do.'),
})

type Output = v.InferOutput<typeof output>

export const getGeneration = defineTool({
  name: 'get_generation',
  title: 'Read the progress of a generation',
  description: `Reads one generation job: queued, running with its stage, done or error. Done: model_url for quote_print (unless persisted is false), the printability verdict with issues and recommendations, and a first price estimate. Error: the reason; credits were refunded.

Free, needs an API key, changes nothing: poll about every ${pollSeconds} seconds. A lost job ends in error after 30 minutes. quote_print prices the result; check_printability checks other files. If the job is not found, check the job_id.`,
  arguments: {
    job_id: v.pipe(v.string(), sanelyShort(64), v.description('From generate_model.')),
  },
  output,
  annotations: readsHere,
  cost: 'free',
  auth: 'apiKey',
  allowances: agentToolAllowances.get_generation,
  timeoutMs: timeouts.read,
  run: async ({ deps, caller }, { job_id: jobId }) => {
    const job = await readGenerationJob(deps, caller, jobId.trim())
    if (!job.ok) return generationRefusal(job.failure)
    const fields = fieldsOf(job.value)
    const file = fields.persisted === true ? ` ${downloadSentence(deps.baseUrl, jobId.trim())}` : ''
    return toolResult(`${sentenceOf(job.value, fields)}${file}`, fields)
  },
})

function fieldsOf(job: GenerationJob): Output {
  const { result } = job
  return {
    job_id: job.id,
    status: job.status,
    stage: job.status === 'running' ? job.stage : null,
    created_at: job.createdAt.toISOString(),
    completed_at: job.completedAt?.toISOString() ?? null,
    model_url: result?.modelUrl ?? null,
    model_url_expires_at: expiryOf(job)?.toISOString() ?? null,
    persisted: result?.persisted ?? null,
    printability: result === null ? null : verdictOf(result),
    print_estimate: result === null ? null : estimateOf(result),
    credits_charged: result?.creditsCharged ?? null,
    notes: [...(result?.notes ?? [])],
    error: job.failure === null ? null : jobError(job.failure),
  }
}

/** The engine's URL expires within the hour (contract.md 2.5). */
const engineLinkMs = 3_600_000

function expiryOf({ result, completedAt }: GenerationJob): Date | null {
  if (result === null || result.persisted || completedAt === null) return null
  return new Date(completedAt.getTime() + engineLinkMs)
}

function verdictOf(result: GenerationResult): NonNullable<Output['printability']> {
  const { printability: measured } = result
  return {
    print_status: result.printStatus,
    score: result.printabilityScore,
    detail: quoteInside(result.printDetail),
    issues: result.issues.map(quoteInside),
    recommendations: [...result.recommendations],
    dimensions_mm: [...measured.dimensionsMm],
    volume_cm3: measured.volumeCm3,
    watertight: measured.watertight,
    fits_plate: measured.fitsPlate,
  }
}

function estimateOf({ printEstimate }: GenerationResult): Output['print_estimate'] {
  if (printEstimate === null) return null
  return { grams: printEstimate.grams, total: dollarsOfCents(printEstimate.totalCents) }
}

function sentenceOf({ result, creditsCharged }: GenerationJob, fields: Output): string {
  if (fields.status === 'error') {
    const back =
      creditsCharged === null ? 'No credits were taken for it.' : 'Its credits were refunded.'
    return `The generation failed: ${fields.error ?? 'it did not finish.'} ${back}`
  }
  if (result === null) {
    const stage = fields.stage === null ? '' : ` (${fields.stage})`
    return `The generation is ${fields.status}${stage}. Poll again in ${pollSeconds} seconds or so.`
  }
  const { printEstimate } = result
  const price =
    printEstimate === null
      ? ''
      : ` A first estimate is ${formatDollars(printEstimate.totalCents)} with US postage.`
  const next = result.persisted
    ? `Quote it with quote_print and model_url ${result.modelUrl}.`
    : temporaryLinkSentence(fields)
  const notes = fields.notes.map((note) => ` ${note}`).join('')
  return `The model is done: ${result.printStatus}, score ${result.printabilityScore}. ${quoteInside(result.printDetail)}${notes}${price} ${next}`
}

const downloadSentence = (baseUrl: string, id: string): string =>
  `Its page, with its price and free changes of its size and shape, is ${baseUrl}/models/${id}; its file is ${baseUrl}/models/${id}/file?format=stl, or 3mf or glb, with the same API key.`

/** States the use of the link to a model that was not stored. */
function temporaryLinkSentence({ model_url, model_url_expires_at }: Output): string {
  return `It could not be stored. Its model_url is the engine's own temporary link, which expires at ${model_url_expires_at} at the latest; quote_print refuses it, and it cannot be ordered. To order the model, download it before then and upload it to POST /api/print-upload with the same API key, or generate it again. The link: ${model_url}`
}
