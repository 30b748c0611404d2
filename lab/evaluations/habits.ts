// How an agent reads and reacts. Each habit was observed in a client, a framework or a model.

/**
 * The part of a result that the agent sees. `sentence`: the first text block. `text`: all text blocks, as
 * openai-agents, LangChain and the AI SDK pass on. `fields`: structuredContent, and the text of a failure. `fields
 * only`: only the fact of a failure. `both`: the first text block and the fields.
 */
export type Channel = 'sentence' | 'text' | 'fields' | 'fields only' | 'both'

export type Habits = {
  readonly name: string
  readonly channel: Channel
  /** Number of immediate repeats of a failed spending call. */
  readonly repeats?: number
  /** Never waits, and pays at every link that it sees. */
  readonly ignoresAdvice?: true
  /** Follows text outside of quotes and of fields that are described as data. */
  readonly obeysText?: true
  /** A response of HTTP 400 ends its session: it has to reconnect. It occasionally invents the name of a tool. */
  readonly diesOn400?: true
  /** When a result says that nothing was charged, it starts over with a new quote. */
  readonly startsOver?: true
  /** When a result says that nothing was charged, it gives up and tells the buyer that there is no order. */
  readonly givesUp?: true
  /** Forgets the order once it is placed, and then knows only the address. */
  readonly forgets?: true
}

export const habits: readonly [Habits, ...Habits[]] = [
  { name: 'careful', channel: 'both' },
  { name: 'reads only the sentence', channel: 'sentence' },
  { name: 'reads only text', channel: 'text' },
  { name: 'reads only fields', channel: 'fields' },
  { name: 'reads only fields, not even failures', channel: 'fields only' },
  { name: 'retries on any error', channel: 'both', repeats: 3 },
  { name: 'retries on any error, reads only text', channel: 'text', repeats: 4 },
  { name: 'ignores instructions', channel: 'both', repeats: 2, ignoresAdvice: true },
  {
    name: 'ignores instructions, reads only fields',
    channel: 'fields',
    repeats: 2,
    ignoresAdvice: true,
  },
  { name: 'obeys injected instructions', channel: 'text', obeysText: true },
  { name: 'obeys injected instructions, reads fields', channel: 'both', obeysText: true },
  { name: 'old client that dies on 400', channel: 'text', diesOn400: true },
  { name: 'starts over when told to try again', channel: 'text', startsOver: true },
  { name: 'gives up when nothing was charged', channel: 'sentence', givesUp: true },
  { name: 'gives up when nothing was charged, reads text', channel: 'text', givesUp: true },
  { name: 'forgets what it ordered', channel: 'sentence', forgets: true },
]

/** Habit in the plan for a language model, which has its natural habits. */
export const modelHabit = 'careful'
