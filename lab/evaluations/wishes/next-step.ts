// The next step that a result names: a tool, a page of the service, the same call again, or a message to the buyer. A
// result without one is a dead end for an agent that follows instructions.
import { baseUrl } from '../../simulation/open-service.ts'
import { ownWords } from '../seeing.ts'

export type NextStep = {
  readonly tools: ReadonlySet<string>
  /** Addresses of the service that the buyer should open. */
  readonly pages: readonly string[]
  /** The same call, later or corrected. */
  readonly again: boolean
  /** Whether the agent has to contact the buyer. */
  readonly buyer: boolean
}

/** Returns the next steps. `tools`: names of all tools. Text in double quotes, or after "do not", is not a step. */
export function nextStepOf(words: string, tools: Iterable<string>): NextStep {
  const clauses = ownWords(words)
    .split(/[;:](?= )|[.?!](?= |$)/)
    .filter((clause) => !/\b(?:do not|never|refuses)\b/i.test(clause))
  const said = clauses.join('. ')
  return {
    tools: new Set([...tools].filter((tool) => new RegExp(`\\b${tool}\\b`).test(said))),
    pages: clauses.flatMap((clause) => clause.match(pagePattern) ?? []),
    again: /\bagain\b|\bpoll\b|\bsend\b|\bwait \d+ seconds\b/i.test(said),
    buyer: /\b(?:tell|ask|with) the buyer\b|\bthe buyer (?:can|opens|sees)\b/i.test(said),
  }
}

const pagePattern = new RegExp(`${baseUrl}/[^\\s\`,)]+|(?<=\\s\\(?)/(?:account|contact)\\b`, 'g')

export const isDeadEnd = ({ tools, pages, again, buyer }: NextStep): boolean =>
  tools.size === 0 && pages.length === 0 && !again && !buyer
