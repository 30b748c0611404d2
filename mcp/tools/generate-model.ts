// generate_model: starts a text-to-model generation and returns its job id.

import * as v from 'valibot'
import { readPrompt } from '../../server/domain/generation/request/read-request.ts'
import { maxPromptCharacters } from '../../server/domain/generation/request/request.ts'
import { pollSeconds } from '../../server/domain/generation/run/job.ts'
import { startTextGeneration } from '../../server/domain/generation/start-generation.ts'
import { agentToolScopes } from '../../server/domain/limits/table.ts'
import { refused, type ToolOutcome, toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { atMostCharacters, text, timeouts, wordArgument } from './fields.ts'
import { generationRefusal } from './generation-refusal.ts'

const output = v.object({
  job_id: text('For get_generation.'),
  status: v.pipe(
    v.literal('queued'),
    v.description('The generation is queued and has not started yet.'),
  ),
  quality: v.pipe(v.picklist(['draft', 'hifi']), v.description('As sent.')),
  poll_after_seconds: v.pipe(v.number(), v.description('Recommended pause between polls.')),
})

type Output = v.InferOutput<typeof output>

const modes = { draft: 'fast_draft', hifi: 'hi_fi' } as const
const credits = { draft: '1 credit', hifi: '2 credits' } as const

export const generateModel = defineTool({
  name: 'generate_model',
  title: 'Generate a printable model from text',
  description: `Starts an AI generation of a printable 3D model from text and returns a job_id at once; poll get_generation until it is done, which takes minutes. Spends credits of the account, 1 for draft, 2 for hifi: charged when it begins, refunded if it fails. Costs no money, orders nothing.

Needs an API key. Use it only when there is no model yet; for a file use quote_print. After a timeout the credit may be spent: do not call again, but poll get_generation with the job_id if you received one, else check the account page, which lists generations. A refusal says what to change; nothing was spent.`,
  arguments: {
    prompt: v.pipe(
      v.string(),
      atMostCharacters(maxPromptCharacters),
      v.description('One object in plain words: shape, use and rough size.'),
    ),
    confirm: v.pipe(
      v.literal(true, 'must be exactly true: a generation spends credits of the account'),
      v.description('Exactly true: the account holder agrees to spend the credits.'),
    ),
    quality: v.pipe(
      v.optional(wordArgument(['draft', 'hifi']), 'draft'),
      v.description('hifi has more detail.'),
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
  run: async ({ deps, caller, progressNotes, markSpending }, { prompt, quality }) => {
    const words = readPrompt(prompt)
    if (!words.ok) return generationRefusal(words.failure)
    if (words.value === '') return generationRefusal({ kind: 'prompt_required' })
    progressNotes.set('account_page', `${deps.baseUrl}/account`)
    markSpending()
    const started = await startTextGeneration(deps, caller, {
      prompt: words.value,
      mode: modes[quality],
    })
    if (!started.ok) return generationRefusal(started.failure)
    const { jobId } = started.value
    progressNotes.set('job_id', jobId)
    const fields: Output = { job_id: jobId, status: 'queued', quality, poll_after_seconds: 5 }
    const sample =
      deps.engines.source === 'demo'
        ? ' No 3D engine is configured on this server, so the result will be a sample model; tell the buyer.'
        : ''
    return toolResult(
      `The generation is queued as job ${jobId} and will spend ${credits[quality]} when it begins. Poll get_generation with this job_id every ${pollSeconds} seconds or so.${sample}`,
      fields,
    )
  },
  timedOut: unconfirmed,
})

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
