// A stand-in for an OpenAI-compatible server: /v1/moderations and /v1/chat/completions, scripted by the test.

export type LanguageServer = {
  readonly baseUrl: string
  /** Every request so far. */
  readonly asked: readonly { path: string; body: unknown; authorization: string | null }[]
  readonly close: () => Promise<void>
}

type Script = {
  /** Returns the categories found in the input; a Response simulates a misbehaving server. */
  readonly moderate?: (input: unknown) => readonly string[] | Response | Promise<Response>
  /** Returns the model's text for the schema of the given name. */
  readonly complete?: (name: string, facts: unknown) => unknown | Response | Promise<Response>
}

export function openLanguageServer({ moderate, complete }: Script): LanguageServer {
  const asked: { path: string; body: unknown; authorization: string | null }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch: async (request) => {
      const { pathname: path } = new URL(request.url)
      const body = await request.json()
      asked.push({ path, body, authorization: request.headers.get('authorization') })
      if (path === '/v1/moderations') {
        const found = await (moderate?.(body.input) ?? [])
        return found instanceof Response ? found : Response.json(moderation(found))
      }
      if (path !== '/v1/chat/completions') return new Response(null, { status: 404 })
      const { name } = body.response_format.json_schema
      const text = await complete?.(name, JSON.parse(body.messages[1].content))
      return text instanceof Response ? text : Response.json(completion(text))
    },
  })
  return {
    baseUrl: `http://127.0.0.1:${server.port}/v1`,
    asked,
    close: () => server.stop(true),
  }
}

/** Returns a response in OpenAI's format (API reference, "Create moderation"). */
const moderation = (found: readonly string[]) => ({
  id: 'modr-1',
  model: 'omni-moderation-latest',
  results: [
    {
      flagged: found.length > 0,
      categories: {
        sexual: false,
        violence: false,
        ...Object.fromEntries(found.map((name) => [name, true])),
      },
      category_scores: { sexual: 0.1, violence: 0.1 },
    },
  ],
})

/** Returns a response in OpenAI's format (API reference, "Create chat completion"). */
const completion = (response: unknown) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'a-model',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      logprobs: null,
      message: {
        role: 'assistant',
        refusal: null,
        content: typeof response === 'string' ? response : JSON.stringify(response),
      },
    },
  ],
})
