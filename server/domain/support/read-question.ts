// Determines by rules whether a question needs a person, and whether it is about an order, and which one.
import { isEmailAddress } from '../base/text/email-address.ts'
import type { SupportMessage } from './ports.ts'
import { searchTermsOf } from './terms.ts'

/** Requests that only a person can handle. A question about the rules ("how do refunds work?") is not such a request. */
const forPerson: readonly RegExp[] = [
  /\b(?:human|real person|a person|live agent|customer service|representative|supervisor|manager)\b/i,
  /\b(?:talk|speak|chat) (?:to|with) (?:a |an |the )?(?:someone|somebody|operator|agent|staff|team|support)\b/i,
  /\bcall me\b/i,
  /\b(?:complaint|complain|unacceptable|lawyer|lawsuit|sue you|scam|fraud|chargeback|dispute)\b/i,
  /\b(?:refund|reimburse|compensate) (?:me|us|it|this|my|our|the order|everything)\b/i,
  /\b(?:give|want|need|like|demand|request|expect|claim|have|get|for) (?:me |us |a |my |our |the |full |partial )*(?:refund|money back|reimbursement|compensation|replacement|reprint)\b(?!\s+polic)/i,
  /\b(?:part|print|parts|prints|item|order|parcel|package|it|they|model|box)\b.{0,40}\b(?:broken|broke|damaged|cracked|snapped|smashed|warped|defective|faulty on arrival|does(?: not|n['’]?t) fit)\b/i,
  /\b(?:broken|damaged|cracked|defective|wrong|incorrect) (?:part|parts|print|prints|item|order|parcel|package|color|colour|material|size)\b/i,
  /\b(?:never|not|n['’]?t|hasn['’]?t) (?:yet )?(?:arrived?|come|received|been delivered)\b/i,
  /\b(?:is|are|was|were|got|gone) (?:missing|lost)\b/i,
  /\bwrong (?:shipping |delivery )?address\b/i,
  /\bcancel (?:my|our|the|this|that|an?) order\b|\bcancel (?:it|order)\b/i,
  /\b(?:change|correct|update|fix) (?:my |our |the |an? )?(?:shipping |delivery )?(?:address|order)\b/i,
]

/** Whether the question needs a person. "How do I cancel my order?" does, because only the farm can cancel it. */
export const needsPerson = (question: string): boolean =>
  forPerson.some((pattern) => pattern.test(question)) && !/\bapi\b/i.test(question)

const ofOrder: readonly RegExp[] = [
  /\b(?:my|our|the|this|last|latest|newest) (?:[a-z]+ )?(?:order|parcel|package|print|prints|part|parts|delivery|shipment|tracking|refund|payment)\b/i,
  /\b(?:where|when|status|track|shipped|late)\b.{0,30}\b(?:order|parcel|package|delivery|shipment)\b/i,
]
const ofState =
  /\b(?:where|when|status|track|tracking|shipped|ship|arrive|arrived|ready|printed|printing|late|delayed|paid|refunded|progress|far|happening|happened|yet|state)\b/i

/** Questions about orders in general. */
const ofAnyOrder = /\bif (?:i|we) order\b|\b(?:api|endpoint)\b/i

/** Whether the question is about the state of an order. With a code, "Any progress?" is. */
export const isAboutOrder = (question: string, hasCode: boolean): boolean =>
  ofState.test(question) &&
  !ofAnyOrder.test(question) &&
  (hasCode || ofOrder.some((pattern) => pattern.test(question)))

export type Question = {
  /**
   * The text to search for, without codes and addresses. Preceded by the previous question if it is too short by
   * itself.
   */
  readonly text: string
  /** Whether the text contains no question: "Hello", "Thanks!" */
  readonly isEmpty: boolean
  /** The last order code that the customer wrote, in uppercase; null without one. */
  readonly code: string | null
  /** The email address in the last message; null unless it contains exactly one. */
  readonly email: string | null
}

const codes = /\b(?:SVC|CART|ORD|STORE)-[A-Z0-9]{4,34}\b/g
const addresses = /[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.\p{L}{2,}/gu
/** "And to Germany?" continues the previous question. */
const fewTerms = 3

/** Reads the question, which is the last message. */
export function readQuestion(messages: readonly SupportMessage[]): Question {
  const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const [last = '', before = ''] = questions.toReversed()
  const own = last.replaceAll(codes, ' ').replaceAll(addresses, ' ')
  const terms = searchTermsOf(own)
  const emails = new Set(last.match(addresses)?.filter(isEmailAddress))
  const [email = null] = emails
  return {
    text: terms.length < fewTerms ? `${before}\n${own}` : own,
    isEmpty: terms.length === 0 && emails.size === 0 && !last.match(codes),
    code: questions.flatMap((content) => content.match(codes) ?? []).at(-1) ?? null,
    email: emails.size === 1 ? email : null,
  }
}
