// Moderation of words and pictures by the server. The word list comes first. It fails closed: any unclear response is `unavailable`.
import { readFile } from 'node:fs/promises'
import type OpenAI from 'openai'
import * as v from 'valibot'
import type { Log } from '../../domain/base/ports.ts'
import type { GenerationImage } from '../../domain/generation/engine/engine.ts'
import type { Moderation, ModerationRefusal } from '../../domain/generation/engine/language.ts'
import { moderateByRules } from './moderate-by-rules.ts'

type Server = {
  readonly client: OpenAI
  /** Limit for the text and for each picture. */
  readonly timeoutMs: number
  readonly log: Pick<Log, 'error'>
}

type Input = {
  readonly text: string
  readonly images: readonly GenerationImage[]
  readonly signal?: AbortSignal | undefined
}

const moderationModel = 'omni-moderation-latest'

/** Sends one picture per request, the endpoint's maximum. Requests run one after another, because each picture is held in memory. */
export async function moderateByServer(server: Server, input: Input): Promise<Moderation> {
  const { text, images, signal } = input
  const byRules = moderateByRules(text)
  if (byRules.kind === 'refused') return byRules
  if (text.trim() !== '') {
    const verdict = await judge(server, { part: 'text', input: [{ type: 'text', text }] }, signal)
    if (verdict.kind !== 'allowed') return verdict
  }
  for (const image of images) {
    const url = `data:${image.mimeType};base64,${await readFile(image.path, 'base64')}`
    const pictureInput = [{ type: 'image_url' as const, image_url: { url } }]
    const verdict = await judge(server, { part: 'picture', input: pictureInput }, signal)
    if (verdict.kind !== 'allowed') return verdict
  }
  return { kind: 'allowed' }
}

/** Only the fields that decide. `categoriesOf` limits what is repeated to a caller. */
const responseShape = v.object({
  results: v.pipe(
    v.array(
      v.object({
        flagged: v.boolean(),
        categories: v.optional(v.record(v.string(), v.nullable(v.boolean())), {}),
      }),
    ),
    v.minLength(1),
  ),
})

type Part = {
  readonly part: ModerationRefusal['part']
  readonly input: OpenAI.ModerationMultiModalInput[]
}

async function judge(
  { client, timeoutMs, log }: Server,
  { part, input }: Part,
  signal: AbortSignal | undefined,
): Promise<Moderation> {
  try {
    const response = await client.moderations.create(
      { model: moderationModel, input },
      { signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(timeoutMs)]) },
    )
    const { results } = v.parse(responseShape, response)
    const flagged = results.filter((result) => result.flagged)
    if (flagged.length === 0) return { kind: 'allowed' }
    const categories = categoriesOf(flagged.map((result) => result.categories))
    return { kind: 'refused', part, found: { by: 'server', categories } }
  } catch (error) {
    signal?.throwIfAborted()
    log.error('language.moderation_unavailable', { error })
    return { kind: 'unavailable' }
  }
}

function categoriesOf(
  results: readonly Readonly<Record<string, boolean | null>>[],
): readonly string[] {
  const named = results.flatMap((categories) =>
    Object.entries(categories).flatMap(([name, is]) => (is === true ? [name] : [])),
  )
  // This is the server's text, so only words that look like its categories are repeated.
  return [...new Set(named)].filter((name) => /^[a-z][a-z/_-]{1,40}$/.test(name)).slice(0, 5)
}
