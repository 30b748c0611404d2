// generate_model: starts a text-to-model generation and returns its job id.

import * as v from 'valibot'
import { sizeRangeMm } from '../../server/domain/catalog/build-volume.ts'
import { expectedPrice } from '../../server/domain/generation/expected-price.ts'
import { readPrompt } from '../../server/domain/generation/request/read-request.ts'
import { maxPromptCharacters } from '../../server/domain/generation/request/request.ts'
import {
  chooseSize,
  type ModelSize,
  usualSizeMm,
} from '../../server/domain/generation/request/size.ts'
import { pollSeconds } from '../../server/domain/generation/run/job.ts'
import { startTextGeneration } from '../../server/domain/generation/start-generation.ts'
import { agentToolScopes } from '../../server/domain/limits/table.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import { refused, type ToolOutcome, toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { atMostCharacters, number, text, timeouts, wordArgument } from './fields.ts'
import { generationRefusal } from './generation-refusal.ts'

const output = v.object({
  job_id: text('For get_generation.'),
  status: v.pipe(v.literal('queued'), v.description('It has not started yet.')),
  quality: v.pipe(v.picklist(['draft', 'hifi']), v.description('As sent.')),
  size_mm: number('Longest side.'),
  expected_total: v.pipe(v.array(v.number()), v.description('Dollars to print it, from and to.')),
  poll_after_seconds: v.pipe(v.number(), v.description('Pause between polls.')),
})

type Output = v.InferOutput<typeof output>

const modes = { draft: 'fast_draft', hifi: 'hi_fi' } as const
const credits = { draft: '1 credit', hifi: '2 credits' } as const

export const generateModel = defineTool({
  name: 'generate_model',
  title: 'Generate a printable model from text',
  description: `Starts an AI generation of a printable 3D model from text; poll get_generation with its job_id, for minutes. Spends credits of the account, 1 for draft, 2 for hifi: charged when it begins, refunded if it fails. 

Needs an API key. For a file use quote_print. After a timeout the credit may be spent: do not call again; poll get_generation, or without a job_id check the account page. A refusal says what to change and spends nothing.`,
  arguments: {
    prompt: v.pipe(
      v.string(),
      atMostCharacters(maxPromptCharacters),
      v.description('One object in plain words: shape, use and size.'),
    ),
    confirm: v.pipe(
      v.literal(true, 'must be exactly true: a generation spends credits of the account'),
      v.description('Exactly true: the account holder agrees.'),
    ),
    quality: v.pipe(
      v.optional(wordArgument(['draft', 'hifi']), 'draft'),
      v.description('hifi: more detail.'),
    ),
    size_mm: v.pipe(
      v.optional(
        v.pipe(
          v.number(),
          v.minValue(sizeRangeMm.min, `must be ${sizeRangeMm.min} or more`),
          v.maxValue(sizeRangeMm.max, `must be ${sizeRangeMm.max} or less`),
        ),
      ),
      v.description(`Longest side; else as in the prompt, else ${usualSizeMm}.`),
    ),
  },
  output,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  cost: 'credits',
  auth: 'apiKey',
  scopes: agentToolScopes.generate_model,
  timeoutMs: timeouts.read,
  run: async (
    { deps, caller, progressNotes, markSpending },
    { prompt, quality, size_mm: sent },
  ) => {
    const words = readPrompt(prompt)
    if (!words.ok) return generationRefusal(words.failure)
    if (words.value === '') return generationRefusal({ kind: 'prompt_required' })
    progressNotes.set('account_page', `${deps.baseUrl}/account`)
    markSpending()
    const started = await startTextGeneration(deps, caller, {
      prompt: words.value,
      mode: modes[quality],
      sizeMm: sent ?? null,
    })
    if (!started.ok) return generationRefusal(started.failure)
    const { jobId } = started.value
    progressNotes.set('job_id', jobId)
    const size = chooseSize({ sizeMm: sent ?? null, words: words.value })
    const { fromCents, toCents } = expectedPrice(size.mm)
    const fields: Output = {
      job_id: jobId,
      status: 'queued',
      quality,
      size_mm: size.mm,
      expected_total: [dollarsOfCents(fromCents), dollarsOfCents(toCents)],
      poll_after_seconds: pollSeconds,
    }
    const sample =
      deps.engines.source === 'demo'
        ? ' No 3D engine is configured on this server, so the result will be a sample model; tell the buyer.'
        : ''
    return toolResult(
      `The generation is queued as job ${jobId} and will spend ${credits[quality]} when it begins. ${sizeSentence(size)} Printing it will cost about ${formatDollars(fromCents)} to ${formatDollars(toCents)} with US postage. Poll get_generation with this job_id every ${pollSeconds} seconds or so.${sample}`,
      fields,
    )
  },
  timedOut: unconfirmed,
})

/** The tool's own names, where the note has those of the REST interface. */
const sizeSentence = ({ note }: ModelSize): string => note.replaceAll('sizeMm', 'size_mm')

function unconfirmed(notes: ReadonlyMap<string, string>): ToolOutcome {
  const jobId = notes.get('job_id')
  const page = notes.get('account_page')
  return refused(
    jobId === undefined
      ? `Unconfirmed: this call ended without a response, and the generation may be running and have spent credits. Do not call generate_model again. The account page${page === undefined ? '' : ` (${page})`} lists the generations of the account: check there whether one was started.`
      : `Unconfirmed: job ${jobId} was started, although this call ended without a response. Do not call generate_model again. Poll get_generation with job_id ${jobId}.`,
    'unconfirmed',
  )
}
