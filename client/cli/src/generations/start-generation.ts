// Starts a generation: words and refinements with the API key through the agent endpoint, everything else with the
// extension token.

import * as v from 'valibot'
import type { GenerateInput } from '../../../typescript/src/index.ts'
import type { Context } from '../command/command.ts'
import { checkSendable } from '../models/sendable-file.ts'
import { toVersionError } from '../orders/quote-part.ts'
import { toolError, withCommands } from '../service/agent-tools.ts'
import { draftsInSet } from '../service/service-limits.ts'
import { requireKey } from '../service/session.ts'
import { CliError, exitCodes } from '../terminal/exit-codes.ts'
import { type AskedModel, type AskedRefinement, tokenOptions } from './asked-generation.ts'
import { type ReadGeneration, readByKey, readByToken } from './read-generation.ts'

type GenerationOrder = AskedModel | AskedRefinement

export type StartedGeneration = {
  /** A single job, or the drafts of a set. */
  readonly jobIds: readonly string[]
  readonly read: ReadGeneration
}

/** Returns which secret a start needs. Throws if it is missing. */
export async function chooseStart(
  context: Context,
  asked: GenerationOrder,
): Promise<(context: Context, asked: GenerationOrder) => Promise<StartedGeneration>> {
  const session = await context.session()
  const options = asked.kind === 'refinement' ? [] : tokenOptions(asked)
  if (options.length > 0 && session.extensionToken === null) {
    const [what, need] =
      options[0] === '--image'
        ? ['Generations from pictures', 'need']
        : [options.join(' and '), options.length > 1 ? 'need' : 'needs']
    throw new CliError(
      exitCodes.credentials,
      `${what} ${need} an extension token. Make one at ${session.baseUrl}/account, then run svc login, or set SVC_EXTENSION_TOKEN.`,
    )
  }
  if (asked.kind !== 'refinement' && asked.image !== undefined) await checkSendable(asked.image)
  if (options.length > 0) return startByToken
  if (session.apiKey === null && session.extensionToken !== null) return startByToken
  requireKey(session)
  return startByKey
}

const startDoubt = (baseUrl: string): string =>
  `A generation may have been started and spend credits: ${baseUrl}/account lists the account's generations.`

const queued = v.object({ job_id: v.string(), draft_job_ids: v.optional(v.array(v.string())) })

async function startByKey(context: Context, asked: GenerationOrder): Promise<StartedGeneration> {
  const { baseUrl, callTool } = await context.session()
  context.interruption.doubt = startDoubt(baseUrl)
  const outcome = await callTool('generate_model', toolArguments(asked), 30_000)
  context.interruption.doubt = null
  if (outcome.kind === 'lost' && outcome.wasSent) {
    throw new CliError(exitCodes.unknown, `${outcome.reason} ${startDoubt(baseUrl)}`)
  }
  if (outcome.kind === 'refused' && outcome.code === 'unconfirmed') {
    throw new CliError(exitCodes.unknown, withCommands(outcome.text), {
      code: outcome.errorCode,
    })
  }
  if (outcome.kind !== 'fields') throw toolError(outcome)
  const read = v.safeParse(queued, outcome.fields)
  if (!read.success) throw toVersionError(baseUrl)
  const { job_id: jobId, draft_job_ids: draftIds } = read.output
  return { jobIds: draftIds ?? [jobId], read: readByKey }
}

function toolArguments(asked: GenerationOrder): Readonly<Record<string, unknown>> {
  if (asked.kind === 'refinement') {
    // The tool requires a prompt, but the draft's prompt is used.
    return { prompt: 'A draft to refine.', refine_of: asked.draftId, confirm: true }
  }
  const { kind, prompt, quality, sizeMm } = asked
  return {
    prompt,
    quality,
    confirm: true,
    ...(sizeMm !== undefined && { size_mm: sizeMm }),
    ...(kind === 'drafts' && { drafts: draftsInSet }),
  }
}

/** Starts a generation. The client retries a lost response with the call's key. */
async function startByToken(context: Context, asked: GenerationOrder): Promise<StartedGeneration> {
  const { client, baseUrl } = await context.session()
  const hasPicture = asked.kind !== 'refinement' && asked.image !== undefined
  const progress = context.terminal.progress(hasPicture ? 'Uploading the picture' : 'Starting')
  context.interruption.doubt = startDoubt(baseUrl)
  const { jobId, drafts } = await client.generate(inputOf(asked)).finally(() => {
    context.interruption.doubt = null
    progress.end()
  })
  return { jobIds: drafts?.jobIds ?? [jobId], read: readByToken }
}

function inputOf(asked: GenerationOrder): GenerateInput {
  if (asked.kind === 'refinement') return { refineOf: asked.draftId }
  const { kind, prompt, image, quality, sizeMm, style, notify } = asked
  const options = {
    mode: quality === 'hifi' ? 'hi_fi' : 'fast_draft',
    sizeMm,
    style,
    ...(notify && { notify }),
    ...(kind === 'drafts' && { drafts: draftsInSet }),
  } as const
  if (image === undefined) return { ...options, prompt: prompt ?? '' }
  return { ...options, image, prompt, inputMode: prompt === undefined ? 'image' : 'image_text' }
}
