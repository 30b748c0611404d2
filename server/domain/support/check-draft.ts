// Checks a language model's draft. A customer's text may have manipulated the model, so a reply is accepted only if it
// consists of the given passages and facts, links nowhere else, and promises nothing.
import { severalLines } from '../base/text/text.ts'
import type { Draft, WriterFacts } from './ports.ts'

export const maxReplyCharacters = 1200

export type CheckedDraft =
  | { readonly kind: 'usable'; readonly reply: string; readonly used: readonly number[] }
  | { readonly kind: 'rejected'; readonly reason: RejectedFor }

export type RejectedFor = 'length' | 'sources' | 'link' | 'number' | 'promise'

export function checkDraft(draft: Draft, facts: WriterFacts): CheckedDraft {
  const reply = severalLines(draft.reply)
  const texts = [...facts.passages.flatMap(({ title, text }) => [title, text]), ...facts.order]
  const source = texts.join('\n')
  const used = [...new Set(draft.used)]
  if (reply === '' || reply.length > maxReplyCharacters) return reject('length')
  if (used.length === 0 || used.some((place) => facts.passages[place - 1] === undefined)) {
    return reject('sources')
  }
  if (leadsElsewhere(reply, source)) return reject('link')
  if (!hasAll(source, reply.match(/[\p{L}\p{N}]*\d[\p{L}\p{N}]*(?:[.,]\d+)*/gu))) {
    return reject('number')
  }
  if (promises.some((pattern) => pattern.test(reply))) return reject('promise')
  return { kind: 'usable', reply, used }
}

const reject = (reason: RejectedFor): CheckedDraft => ({ kind: 'rejected', reason })

/**
 * Whether the reply contains addresses of any kind, or names that browsers and email programs turn into links, which
 * are not in a passage.
 */
function leadsElsewhere(reply: string, source: string): boolean {
  if (/[@<>]|:\/\/|\]\(|\bwww\b|\b(?:mailto|javascript|data|tel):/i.test(reply)) return true
  const names = reply.match(/\p{L}[\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+/gu)
  return (
    !hasAll(source, names) || !hasAll(source, reply.match(/(?<![\p{L}\p{N}])\/[\p{L}\p{N}-]+/gu))
  )
}

/** Whether the source contains all pieces. Numbers are compared as a whole: 5 does not match 50. */
const hasAll = (source: string, pieces: readonly string[] | null): boolean =>
  (pieces ?? []).every((piece) => {
    const text = piece.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    return new RegExp(
      `(?<![\\p{L}\\p{N}])(?<!\\d[.,])${text}(?![\\p{L}\\p{N}])(?![.,]\\d)`,
      'iu',
    ).test(source)
  })

/** Actions that only the farm can grant or take, stated as done or promised. */
const acts =
  '(?:refund|reimburs|compensat|cancel|reprint|replac|waiv|credit|discount|escalat|forward|promis|guarant|approv|pass(?:ed)? (?:this|it|your))\\w*'
const promises: readonly RegExp[] = [
  new RegExp(
    `\\b(?:i|we|they|the farm|our team)(?:['’](?:ll|ve|m|re)|\\s+(?:will|shall|can|have|am|are|did|do|gladly|hereby))*\\s+(?:\\w+\\s+){0,3}${acts}`,
    'i',
  ),
  new RegExp(
    `\\b(?:has|have|is being|will be|was|were|are going to be) (?:\\w+ )?(?:fully )?${acts}`,
    'i',
  ),
  /\byou(?:['’]ll|\s+will|\s+can expect|\s+are going to)\s+(?:\w+\s+){0,3}(?:refund|money|credit|free|replacement|compensation|discount)/i,
  /\b(?:free of charge|for free|no charge|on us)\b/i,
]
