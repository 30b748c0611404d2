// svc generate: a model from words or a picture.

import * as v from 'valibot'
import type { GenerationJob } from '../../../typescript/src/index.ts'
import { pause } from '../../../typescript/src/shared.ts'
import type { Command, CommandResult, Context } from '../command/command.ts'
import { checkSendable } from '../models/sendable-file.ts'
import { dollars } from '../orders/priced-part.ts'
import { unexpected } from '../orders/quote-part.ts'
import { toolError, withCommands } from '../service/agent-tools.ts'
import { maxImageMegabytes } from '../service/service-limits.ts'
import { requireKey } from '../service/session.ts'
import { CliError, exitCodes, refused, usageError } from '../terminal/exit-codes.ts'

/** A generation as the command shows it, however it was started. */
type Generation = {
  readonly jobId: string
  readonly status: 'queued' | 'running' | 'done' | 'error'
  readonly stage: string | null
  readonly modelUrl: string | null
  readonly printStatus: string | null
  readonly printDetail: string | null
  /** Dollars for one PLA part with US postage; svc quote makes the firm price. */
  readonly estimatedTotal: number | null
  readonly creditsCharged: number | null
  readonly error: string | null
}

/** Between two reads: short at first, because a refusal comes at once. */
const pollsMs = [500, 1_000, 2_000]
const pollMs = 5_000
const qualities = ['draft', 'hifi'] as const

export const generateCommand: Command = {
  name: 'generate',
  summary: 'Generate a printable model from words or a picture. Spends credits.',
  words: '[TEXT]',
  maxWords: 1,
  options: [
    {
      name: 'image',
      value: 'FILE',
      completes: 'file',
      description: `A PNG, JPEG or WebP of at most ${maxImageMegabytes} MB, with or without TEXT. Needs an extension token.`,
    },
    {
      name: 'quality',
      value: 'NAME',
      choices: qualities,
      description: 'draft (1 credit) unless given, or hifi (2); a picture costs 1 more.',
    },
    { name: 'wait', description: 'Wait until the model is made, which takes minutes.' },
    {
      name: 'job',
      value: 'ID',
      description: 'Show a generation that was started before, in place of starting one.',
    },
    { name: 'yes', description: 'Do not ask before credits are spent.' },
  ],
  notes: [
    'The model is stored in the account: quote it with svc quote and its gs:// address, or download it on its page after signing in.',
    'Words need an API key. Pictures need an extension token, because the API takes no key for them: make one on the account page, then',
    'svc login (it is stored beside the key) or SVC_EXTENSION_TOKEN.',
    '',
    'Example: svc generate "a hook for a 20 mm rail" --wait',
  ],
  run: async (context) => {
    const { args } = context
    const job = args.text('job')
    const [prompt] = args.words
    const image = args.text('image')
    if (job !== undefined) {
      if (prompt !== undefined || image !== undefined) {
        throw usageError('--job shows a generation, so it goes without a text and --image.')
      }
      return showJob(context, job)
    }
    if (prompt === undefined && image === undefined) {
      throw usageError(
        'Nothing to generate. Add a prompt or a picture: svc generate "a hook for a 20 mm rail", or --image photo.jpg',
      )
    }
    return image === undefined
      ? fromWords(context, prompt ?? '')
      : fromPicture(context, image, prompt)
  },
}

async function fromWords(context: Context, prompt: string): Promise<CommandResult> {
  const session = await context.session()
  requireKey(session)
  const quality = context.args.text('quality') ?? 'draft'
  await askForCredits(context, quality === 'hifi' ? 2 : 1)
  context.interruption.doubt = startDoubt(session.baseUrl)
  const outcome = await session.callTool(
    'generate_model',
    { prompt, quality, confirm: true },
    30_000,
  )
  context.interruption.doubt = null
  if (outcome.kind === 'lost' && outcome.wasSent) {
    throw new CliError(exitCodes.unknown, `${outcome.reason} ${startDoubt(session.baseUrl)}`)
  }
  if (outcome.kind === 'refused' && outcome.code === 'unconfirmed') {
    throw new CliError(exitCodes.unknown, withCommands(outcome.text), {
      code: outcome.errorCode,
    })
  }
  if (outcome.kind !== 'fields') throw toolError(outcome)
  const read = v.safeParse(v.object({ job_id: v.string() }), outcome.fields)
  if (!read.success) throw unexpected(session.baseUrl)
  return started(context, read.output.job_id, readByKey)
}

const startDoubt = (baseUrl: string): string =>
  `A generation may have been started and spend credits: ${baseUrl}/account lists those of the account.`

async function fromPicture(
  context: Context,
  image: string,
  prompt: string | undefined,
): Promise<CommandResult> {
  const { client, extensionToken, baseUrl } = await context.session()
  if (extensionToken === null) {
    throw new CliError(
      exitCodes.credentials,
      `Generations from pictures need an extension token. Make one at ${baseUrl}/account, then run svc login, or set SVC_EXTENSION_TOKEN.`,
    )
  }
  await checkSendable(image)
  const isFine = context.args.text('quality') === 'hifi'
  await askForCredits(context, isFine ? 3 : 2)
  const progress = context.terminal.progress('Uploading the picture')
  context.interruption.doubt = startDoubt(baseUrl)
  const { jobId } = await client
    .generate({
      image,
      inputMode: prompt === undefined ? 'image' : 'image_text',
      ...(prompt !== undefined && { prompt }),
      mode: isFine ? 'hi_fi' : 'fast_draft',
    })
    .finally(() => {
      context.interruption.doubt = null
      progress.end()
    })
  return started(context, jobId, readByToken)
}

async function started(
  context: Context,
  jobId: string,
  read: ReadGeneration,
): Promise<CommandResult> {
  if (context.args.has('wait')) return waitFor(context, jobId, read)
  return {
    json: { jobId, status: 'queued' },
    lines: [
      `The generation is queued as ${jobId}. Wait for its model: svc generate --job ${jobId} --wait`,
    ],
  }
}

async function askForCredits({ args, terminal }: Context, credits: number): Promise<void> {
  if (args.has('yes')) return
  const price = credits === 1 ? '1 credit' : `${credits} credits`
  if (!terminal.isInteractive) {
    throw usageError(
      `The generation spends ${price}, and there is no terminal to confirm that on: add --yes.`,
    )
  }
  if (await terminal.confirm(`Spend ${price} of the account?`)) return
  throw new CliError(exitCodes.cancelled, 'Nothing was started or spent.')
}

type ReadGeneration = (context: Context, jobId: string) => Promise<Generation>

/** An API key reads jobs by the agent endpoint, an extension token by that of generations. */
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
  const progress = context.terminal.progress('Generating')
  context.interruption.hint = `The generation continues. Wait for its model: svc generate --job ${jobId} --wait`
  try {
    for (let reads = 0; ; reads += 1) {
      const generation = await read(context, jobId)
      if (generation.status === 'done' || generation.status === 'error') {
        return resultOf(generation, baseUrl)
      }
      progress.update({ label: `Generating ${jobId}: ${generation.stage ?? generation.status}` })
      await pause(pollsMs[reads] ?? pollMs, undefined)
    }
  } finally {
    progress.end()
  }
}

const job = v.object({
  status: v.picklist(['queued', 'running', 'done', 'error']),
  stage: v.nullable(v.string()),
  model_url: v.nullable(v.string()),
  credits_charged: v.nullable(v.number()),
  printability: v.nullable(v.object({ print_status: v.string(), detail: v.string() })),
  print_estimate: v.nullable(v.object({ total: v.number() })),
  error: v.nullable(v.string()),
})

async function readByKey(context: Context, jobId: string): Promise<Generation> {
  const { callAgain, baseUrl } = await context.session()
  const outcome = await callAgain('get_generation', { job_id: jobId }, 30_000)
  if (outcome.kind !== 'fields') throw toolError(outcome)
  const read = v.safeParse(job, outcome.fields)
  if (!read.success) throw unexpected(baseUrl)
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

async function readByToken(context: Context, jobId: string): Promise<Generation> {
  const { client } = await context.session()
  return generationOf(await client.getGeneration(jobId))
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

function resultOf(generation: Generation, baseUrl: string): CommandResult {
  const { jobId, status, stage, modelUrl, printStatus, printDetail, estimatedTotal, error } =
    generation
  if (status === 'error') {
    throw refused(
      `The generation failed: ${error ?? 'it did not finish.'} Credits that it spent were given back.`,
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
