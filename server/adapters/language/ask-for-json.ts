// Sends one prompt to a chat model with a JSON schema for its output. Limited in time. Returns null when there is no valid output.
import { toJsonSchema } from '@valibot/to-json-schema'
import type OpenAI from 'openai'
import * as v from 'valibot'
import type { Log } from '../../domain/base/ports.ts'

export type JsonQuestion<T> = {
  readonly client: OpenAI
  readonly model: string
  readonly timeoutMs: number
  readonly log: Pick<Log, 'warn'>
  /** Name for the log and for the schema. */
  readonly what: string
  readonly task: string
  readonly shape: v.GenericSchema<unknown, T>
}

const maxOutputTokens = 1_000

/** Sends the prompt. Rejects only when `signal` is aborted. The facts are sent as JSON in a separate message. */
export async function askForJson<T>(
  { client, model, timeoutMs, log, what, task, shape }: JsonQuestion<T>,
  facts: unknown,
  signal: AbortSignal,
): Promise<T | null> {
  try {
    const response = await client.chat.completions.create(
      {
        model,
        messages: [
          { role: 'system', content: task },
          { role: 'user', content: JSON.stringify(facts) },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: what, strict: true, schema: schemaOf(shape) },
        },
        max_completion_tokens: maxOutputTokens,
      },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) },
    )
    // A compatible server may return anything, so the response itself is validated as well.
    return v.parse(shape, JSON.parse(v.parse(completionShape, response).choices[0].message.content))
  } catch (error) {
    signal.throwIfAborted()
    log.warn('language.fallback_used', { what, error })
    return null
  }
}

const completionShape = v.object({
  choices: v.looseTuple([v.object({ message: v.object({ content: v.string() }) })]),
})

function schemaOf(shape: v.GenericSchema): Record<string, unknown> {
  const { $schema: _, ...schema } = toJsonSchema(shape)
  return { ...schema }
}
