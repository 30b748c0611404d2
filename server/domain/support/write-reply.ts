// The text of a reply: a language model's draft based on the passages if it passes the checks, otherwise the best
// passage unchanged.
import { checkDraft } from './check-draft.ts'
import type { FoundPassage } from './help-index.ts'
import type { SupportDeps, SupportMessage } from './ports.ts'

export type WrittenReply = {
  /** null if the documentation has no answer. */
  readonly text: string | null
  /** The passages on which the text is based. */
  readonly passages: readonly FoundPassage[]
}

type ReplyFacts = {
  readonly messages: readonly SupportMessage[]
  readonly passages: readonly FoundPassage[]
  readonly order: readonly string[]
}

/** Number of earlier messages passed to a model. */
const maxEarlier = 6

export async function writeReply(
  deps: Pick<SupportDeps, 'supportWriter' | 'log'>,
  { messages, passages, order }: ReplyFacts,
): Promise<WrittenReply> {
  if (passages.length === 0) return nothing
  const facts = {
    earlier: messages.slice(0, -1).slice(-maxEarlier),
    question: messages.at(-1)?.content ?? '',
    passages: passages.map(({ title, text }) => ({ title, text })),
    order,
  }
  const draft = await deps.supportWriter.write(facts)
  if (draft === null) return quotePassages(passages)
  if (!draft.answered) return nothing
  const checked = checkDraft(draft, facts)
  if (checked.kind === 'rejected') {
    deps.log.warn('support.draft_rejected', { reason: checked.reason })
    return quotePassages(passages)
  }
  const used = checked.used.flatMap((place) => passages[place - 1] ?? [])
  return { text: checked.reply, passages: used }
}

const nothing: WrittenReply = { text: null, passages: [] }

/** Returns the best passage; the others are listed as sources. */
export const quotePassages = (passages: readonly FoundPassage[]): WrittenReply => ({
  text: cutAtLine(passages[0]?.text ?? '') || null,
  passages,
})

const maxPassageCharacters = 900

/** Cuts the text to complete lines and sentences within the limit. */
function cutAtLine(text: string): string {
  if (text.length <= maxPassageCharacters) return text
  const begun = text.slice(0, maxPassageCharacters)
  const end = Math.max(begun.lastIndexOf('\n'), begun.lastIndexOf('. ') + 1)
  return end > 0 ? begun.slice(0, end).trimEnd() : begun
}
