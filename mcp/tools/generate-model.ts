// generate_model: starts a text-to-model generation and returns its job id.

import * as v from 'valibot'
import type { AccountCaller } from '../../server/domain/base/caller.ts'
import { fail, ok, type Result } from '../../server/domain/base/result.ts'
import { sizeRangeMm } from '../../server/domain/catalog/build-volume.ts'
import { refineDraft } from '../../server/domain/generation/drafts/refine-draft.ts'
import { startDrafts } from '../../server/domain/generation/drafts/start-drafts.ts'
import { expectedPrice } from '../../server/domain/generation/expected-price.ts'
import {
  creditsText,
  leastRefineCredits,
  modeCredits,
} from '../../server/domain/generation/request/credit-cost.ts'
import { draftsInSet } from '../../server/domain/generation/request/draft-set.ts'
import type { GenerationFailure } from '../../server/domain/generation/request/failure.ts'
import { readPrompt } from '../../server/domain/generation/request/read-request.ts'
import { maxPromptCharacters } from '../../server/domain/generation/request/request.ts'
import {
  chooseSize,
  type ModelSize,
  usualSizeMm,
} from '../../server/domain/generation/request/size.ts'
import { pollSeconds } from '../../server/domain/generation/run/job.ts'
import { startTextGeneration } from '../../server/domain/generation/start-generation.ts'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import { addsEachTime } from '../annotations.ts'
import { refuse, type ToolOutcome, toolResult } from '../content.ts'
import type { ToolDeps } from '../deps.ts'
import { defineTool } from '../registry.ts'
import { atMostCharacters, number, sanelyShort, text, timeouts, wordArgument } from './fields.ts'
import { generationRefusal } from './generation-refusal.ts'

const qualities = ['draft', 'hifi'] as const

const output = v.object({
  job_id: text('For get_generation.'),
  status: v.pipe(v.literal('queued'), v.description('Not started yet.')),
  quality: v.pipe(v.picklist(qualities), v.description('As sent.')),
  size_mm: number('Longest side.'),
  expected_total: v.pipe(v.array(v.number()), v.description('Dollars to print it, from, to.')),
  poll_after_seconds: v.pipe(v.number(), v.description('Between polls.')),
  draft_job_ids: v.optional(v.array(v.string())),
})

type Output = v.InferOutput<typeof output>

const modes = { draft: 'fast_draft', hifi: 'hi_fi' } as const

export const generateModel = defineTool({
  name: 'generate_model',
  title: 'Generate a printable model from text',
  description: `Generates a printable 3D model from text; poll get_generation with its job_id, for minutes. Spends ${creditsText(modeCredits.fast_draft)} (hifi ${modeCredits.hi_fi}), refunded if it fails.

Needs an API key. For a file use quote_print. After a timeout credits may be spent: do not call again, poll get_generation or check the account page.`,
  arguments: {
    prompt: v.pipe(
      v.string(),
      atMostCharacters(maxPromptCharacters),
      v.description('One object: shape, use and size.'),
    ),
    confirm: v.pipe(
      v.literal(true, 'must be exactly true: a generation spends credits of the account'),
      v.description('Exactly true: the account holder agrees.'),
    ),
    quality: v.pipe(
      v.optional(wordArgument(qualities), 'draft'),
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
      v.description(`Longest side; else as in the prompt or ${usualSizeMm}.`),
    ),
    drafts: v.pipe(
      v.optional(v.literal(draftsInSet, `must be ${draftsInSet}`)),
      v.description(`Four, ${creditsText(draftsInSet * modeCredits.fast_draft)}.`),
    ),
    refine_of: v.pipe(
      v.optional(v.pipe(v.string(), sanelyShort(64))),
      v.description(`Draft to refine, ${creditsText(leastRefineCredits)}.`),
    ),
  },
  output,
  annotations: addsEachTime,
  cost: 'credits',
  auth: 'apiKey',
  allowances: agentToolAllowances.generate_model,
  timeoutMs: timeouts.read,
  run: async (
    { deps, caller, progressNotes, markSpending, signal },
    { prompt, quality, size_mm: sent, drafts, refine_of: refineOf },
  ) => {
    const words = readPrompt(prompt)
    if (!words.ok) return generationRefusal(words.failure)
    if (words.value === '') return generationRefusal({ kind: 'prompt_required' })
    progressNotes.set('account_page', `${deps.baseUrl}/account`)
    markSpending()
    const sizeMm = sent ?? null
    const asked = { prompt: words.value, quality, sizeMm, drafts, refineOf }
    const started = await startRequested(deps, caller, asked, signal)
    if (!started.ok) return generationRefusal(started.failure)
    const { jobId, mm, sentence, draftIds } = started.value
    progressNotes.set('job_id', jobId)
    const { fromCents, toCents } = expectedPrice(mm)
    const fields: Output = {
      job_id: jobId,
      status: 'queued',
      quality: started.value.quality,
      size_mm: mm,
      expected_total: [dollarsOfCents(fromCents), dollarsOfCents(toCents)],
      poll_after_seconds: pollSeconds,
      ...(draftIds && { draft_job_ids: [...draftIds] }),
    }
    const sample =
      deps.engines.source === 'demo'
        ? ' No 3D engine is configured on this server, so the result will be a sample model; tell the buyer.'
        : ''
    const poll =
      draftIds === undefined
        ? `Poll get_generation with this job_id every ${pollSeconds} seconds or so.`
        : `Poll get_generation with each job_id every ${pollSeconds} seconds or so.`
    return toolResult(
      `${sentence} Printing it will cost about ${formatDollars(fromCents)} to ${formatDollars(toCents)} with US postage. ${poll}${sample}`,
      fields,
    )
  },
  timedOut: toUnconfirmed,
})

type ModelRequest = {
  readonly prompt: string
  readonly quality: Output['quality']
  readonly sizeMm: number | null
  readonly drafts: typeof draftsInSet | undefined
  readonly refineOf: string | undefined
}

type StartedModel = Pick<Output, 'quality'> & {
  readonly draftIds?: readonly string[]
  readonly jobId: string
  /** Longest side, in millimeters. */
  readonly mm: number
  /** The queued work and its cost. */
  readonly sentence: string
}

/** Starts a generation, a set of drafts, or the refinement of a draft. */
async function startRequested(
  deps: ToolDeps,
  caller: AccountCaller,
  { prompt, quality, sizeMm, drafts, refineOf }: ModelRequest,
  signal: AbortSignal,
): Promise<Result<StartedModel, GenerationFailure>> {
  const size = chooseSize({ sizeMm, words: prompt })
  if (refineOf !== undefined) {
    if (drafts !== undefined) return fail({ kind: 'drafts_and_refinement' })
    const refined = await refineDraft(deps, caller, refineOf.trim())
    if (!refined.ok) return refined
    const { jobId, credits: spent, longestMm: mm } = refined.value
    const sentence =
      spent === 0
        ? `The draft has been refined already, as job ${jobId}; nothing more was spent.`
        : `The refinement is queued as job ${jobId} and has spent ${creditsText(spent)}, which come back if it fails.`
    return ok({ jobId, quality: 'hifi', mm, sentence })
  }
  if (drafts !== undefined) {
    const value = { prompt, drafts, ...(sizeMm !== null && { advanced: { sizeMm } }) }
    const raw = { contentType: 'application/json', source: { text: JSON.stringify(value) } }
    const made = await startDrafts(deps, caller, { parsed: { kind: 'json', value }, raw, signal })
    if (!made.ok) return made
    const { setId, jobIds, credits: spent, refineCredits } = made.value
    const [jobId = setId] = jobIds
    const page = `${deps.baseUrl}/drafts/${setId}`
    const sentence = `${jobIds.length} drafts are queued as jobs ${jobIds.join(', ')} and have spent ${creditsText(spent)}; the credits of one that fails come back. A person sees them at ${page}. Refining one, with refine_of and its job_id once it is done, costs ${creditsText(refineCredits)} more. ${sizeSentence(size)}`
    return ok({ jobId, quality: 'draft', mm: size.mm, sentence, draftIds: jobIds })
  }
  const started = await startTextGeneration(deps, caller, { prompt, mode: modes[quality], sizeMm })
  if (!started.ok) return started
  const { jobId } = started.value
  const sentence = `The generation is queued as job ${jobId} and will spend ${creditsText(modeCredits[modes[quality]])} when it begins. ${sizeSentence(size)}`
  return ok({ jobId, quality, mm: size.mm, sentence })
}

/** Replaces REST names in the note with the tool's names. */
const sizeSentence = ({ note }: ModelSize): string => note.replaceAll('sizeMm', 'size_mm')

function toUnconfirmed(notes: ReadonlyMap<string, string>): ToolOutcome {
  const jobId = notes.get('job_id')
  const page = notes.get('account_page')
  return refuse(
    jobId === undefined
      ? `Unconfirmed: this call ended without a response, and the generation may be running and have spent credits. Do not call generate_model again. The account page${page === undefined ? '' : ` (${page})`} lists the generations of the account: check there whether one was started.`
      : `Unconfirmed: job ${jobId} was started, although this call ended without a response. Do not call generate_model again. Poll get_generation with job_id ${jobId}.`,
    'generation_unconfirmed',
  )
}
