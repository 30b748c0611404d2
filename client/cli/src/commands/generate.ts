// svc generate: models from words or a picture, drafts to choose from, and the refinement of a draft.

import { pause } from '../../../typescript/src/shared.ts'
import type { Command, CommandResult, Context } from '../command/command.ts'
import {
  type AskedModel,
  type AskedRefinement,
  generationOptions,
  priceOf,
  readAsked,
} from '../generations/asked-generation.ts'
import {
  type Generation,
  type ReadGeneration,
  readByKey,
  readByToken,
} from '../generations/read-generation.ts'
import { chooseStart, type StartedGeneration } from '../generations/start-generation.ts'
import { dollars } from '../orders/priced-part.ts'
import { requireKey } from '../service/session.ts'
import { CliError, exitCodes, refuse, usageError } from '../terminal/exit-codes.ts'
import {
  startWaitLimit,
  type Waited,
  type WaitLimit,
  waitLimitOption,
} from '../terminal/wait-limit.ts'

/** Pauses between reads. Short at first, because refusals arrive quickly. */
const pollsMs = [500, 1_000, 2_000]
const pollMs = 5_000

export const generateCommand: Command = {
  name: 'generate',
  summary: 'Generate a printable model from words or a picture. Spends credits.',
  words: '[TEXT]',
  maxWords: 1,
  options: [
    ...generationOptions,
    { name: 'wait', description: 'Wait until the model is made, which takes minutes.' },
    waitLimitOption,
    {
      name: 'job',
      value: 'ID',
      description: 'Show a generation that was started earlier instead of starting a new one.',
    },
    { name: 'yes', description: 'Do not ask before credits are spent.' },
  ],
  notes: [
    'The model is stored in the account: quote it with svc quote and its gs:// address, or download it on its page after signing in.',
    'Words take an API key. Pictures, --style and --notify take an extension token, because the API takes no key for them: make one on the',
    'account page, then svc login (it is stored next to the key) or SVC_EXTENSION_TOKEN.',
    '',
    'Examples: svc generate "a hook for a 20 mm rail" --size 60 --wait',
    '          svc generate "a sitting fox" --drafts --wait, then svc generate --refine JOB --wait',
  ],
  run: async (context) => {
    const { args } = context
    if (args.has('for') && !args.has('wait')) throw usageError('--for requires --wait.')
    const job = args.text('job')
    if (job !== undefined) {
      const others = generationOptions.filter(({ name }) => args.has(name))
      if (args.words.length > 0 || others.length > 0) {
        throw usageError(
          '--job shows a generation, so it goes without a text and the options of a new one.',
        )
      }
      return showJob(context, job)
    }
    const asked = readAsked(args)
    const start = await chooseStart(context, asked)
    await askForCredits(context, asked)
    return reportStart(context, await start(context, asked))
  },
}

async function reportStart(
  context: Context,
  { jobIds, read }: StartedGeneration,
): Promise<CommandResult> {
  const [jobId = ''] = jobIds
  if (jobIds.length > 1) return draftsOf(context, jobIds, read)
  if (context.args.has('wait')) return waitFor(context, jobId, read)
  return {
    json: { jobId, status: 'queued' },
    lines: [
      `The generation is queued as ${jobId}. Wait for its model: svc generate --job ${jobId} --wait`,
    ],
  }
}

async function askForCredits(
  { args, terminal }: Context,
  asked: AskedModel | AskedRefinement,
): Promise<void> {
  if (args.has('yes')) return
  const price = priceOf(asked)
  if (!terminal.isInteractive) {
    throw usageError(
      `The generation spends ${price}, and there is no terminal to confirm that on: add --yes.`,
    )
  }
  if (await terminal.confirm(`Spend ${price} of the account?`)) return
  throw new CliError(exitCodes.cancelled, 'Nothing was started or spent.')
}

/** Returns the drafts of a set, each with its result if the command waits for them. */
async function draftsOf(
  context: Context,
  jobIds: readonly string[],
  read: ReadGeneration,
): Promise<CommandResult> {
  if (!context.args.has('wait')) {
    return {
      json: { jobId: jobIds[0], status: 'queued', drafts: jobIds },
      lines: [
        `${jobIds.length} drafts are queued and paid:`,
        ...jobIds.map((jobId, index) => `  ${index + 1}  ${jobId}`),
        'See one: svc generate --job ID --wait',
        'Refine one:  svc generate --refine ID',
      ],
    }
  }
  const limit = startWaitLimit(context.args)
  const drafts: Generation[] = []
  for (const jobId of jobIds) {
    drafts.push(await awaitEnd(context, jobId, { read, limit, draftIds: jobIds }))
  }
  const lines = drafts.map((draft, index) => `  ${index + 1}  ${draft.jobId}  ${draftLine(draft)}`)
  const made = drafts.filter(({ status }) => status === 'done')
  if (made.length === 0) {
    throw refuse(
      `All drafts failed: ${drafts[0]?.error ?? 'they did not finish.'} Credits that they spent were refunded.`,
    )
  }
  const { baseUrl } = await context.session()
  return {
    json: { jobId: jobIds[0], status: 'done', drafts },
    lines: [
      `${made.length} of ${drafts.length} drafts are done:`,
      ...lines,
      'Refine one:   svc generate --refine ID',
      'Price one:    svc quote with its gs:// address',
      `See them: sign in at ${baseUrl}/account`,
    ],
  }
}

const draftLine = ({ status, error, modelUrl, printStatus, estimatedTotal }: Generation): string =>
  status === 'error'
    ? `failed, and its credits were refunded: ${error ?? 'it did not finish.'}`
    : `${printStatus}${estimatedTotal === null ? '' : `, about ${dollars(estimatedTotal)}`}  ${modelUrl}`

/**
 * Reads a job: through the agent endpoint with an API key, through the generations endpoint with an extension token.
 */
async function showJob(context: Context, jobId: string): Promise<CommandResult> {
  const session = await context.session()
  const read = session.apiKey === null && session.extensionToken !== null ? readByToken : readByKey
  if (read === readByKey) requireKey(session)
  return context.args.has('wait')
    ? waitFor(context, jobId, read)
    : resultOf(await read(context, jobId), session.baseUrl)
}

async function waitFor(
  context: Context,
  jobId: string,
  read: ReadGeneration,
): Promise<CommandResult> {
  const { baseUrl } = await context.session()
  const limit = startWaitLimit(context.args)
  return resultOf(await awaitEnd(context, jobId, { read, limit }), baseUrl)
}

type WaitFor = {
  readonly read: ReadGeneration
  readonly limit: WaitLimit
  /** All drafts of its set, or undefined if it belongs to none. */
  readonly draftIds?: readonly string[]
}

async function awaitEnd(
  context: Context,
  jobId: string,
  { read, limit, draftIds }: WaitFor,
): Promise<Generation> {
  let last: Generation | null = null
  const progress = context.terminal.progress('Generating')
  context.interruption.hint = `The generation continues. Wait for its model: svc generate --job ${jobId} --wait`
  try {
    for (let reads = 0; ; reads += 1) {
      const generation = await read(context, jobId, limit.signal)
      last = generation
      if (generation.status === 'done' || generation.status === 'error') return generation
      progress.update({ label: `Generating ${jobId}: ${generation.stage ?? generation.status}` })
      await pause(pollsMs[reads] ?? pollMs, limit.signal)
      limit.signal.throwIfAborted()
    }
  } catch (error) {
    if (!limit.signal.aborted) throw error
    throw limit.passed(waitedFor(jobId, last, draftIds))
  } finally {
    progress.end()
  }
}

/** `last` is its last state, or null if none was read. */
function waitedFor(
  jobId: string,
  last: Generation | null,
  draftIds: readonly string[] | undefined,
): Waited {
  const state =
    last === null
      ? `The state of ${jobId} is not known`
      : `${jobId} is still ${last.stage ?? last.status}`
  return {
    what: draftIds === undefined ? state : `The drafts are ${draftIds.join(', ')}. ${state}`,
    next: `svc generate --job ${jobId} --wait`,
    fields: {
      jobId,
      status: last?.status ?? null,
      ...(draftIds !== undefined && { drafts: draftIds }),
    },
  }
}

function resultOf(generation: Generation, baseUrl: string): CommandResult {
  const { jobId, status, stage, modelUrl, printStatus, printDetail, estimatedTotal, error } =
    generation
  if (status === 'error') {
    throw refuse(
      `The generation failed: ${error ?? 'it did not finish.'} Credits that it spent were refunded.`,
    )
  }
  if (status !== 'done') {
    return {
      json: generation,
      lines: [`${jobId} is ${stage ?? status}. Wait for it: svc generate --job ${jobId} --wait`],
    }
  }
  return {
    json: generation,
    lines: [
      `The model is done: ${printStatus}. ${printDetail}`,
      ...(estimatedTotal === null
        ? []
        : [`About ${dollars(estimatedTotal)} for one PLA part, US postage included.`]),
      `Price it:    svc quote ${modelUrl}`,
      `Download it: sign in at ${baseUrl}/account`,
    ],
  }
}
