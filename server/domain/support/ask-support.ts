// Answers a question from the documentation and the caller's order (decisions.md 42). It changes nothing and spends
// nothing. Questions that it cannot answer, or that only a person can decide, become a ticket.
import { ok, type Result } from '../base/result.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { orderPageUrl } from '../orders/record/page-urls.ts'
import { assistantSentences } from './assistant-sentences.ts'
import { type Escalation, escalate } from './escalate.ts'
import { type Asker, findOwnOrder, newestOwnOrder, type OwnOrder } from './find-own-order.ts'
import type { FoundPassage } from './help-index.ts'
import type { SupportDeps, SupportMessage } from './ports.ts'
import { isAboutOrder, needsPerson, readQuestion } from './read-question.ts'
import { quotePassages, writeReply } from './write-reply.ts'

export type SupportInput = {
  /** Oldest first. The last message is the question. */
  readonly messages: readonly SupportMessage[]
  readonly orderCode: string | null
  /** The order's email address, to which a person replies. */
  readonly email: string | null
  /** False if the reply is shown next to a contact form, so that no ticket is opened. */
  readonly mayEscalate: boolean
}

export type SupportReply = {
  /** Plain text. Lines that begin with "- " are list items. */
  readonly reply: string
  readonly sources: readonly Source[]
  readonly escalated: boolean
}

/** `url`: absolute URL. */
export type Source = { readonly title: string; readonly url: string }

export async function askSupport(
  deps: SupportDeps,
  asker: Asker,
  input: SupportInput,
): Promise<Result<SupportReply, LimitFailure>> {
  const { messages } = input
  const question = readQuestion(messages)
  const code = input.orderCode ?? question.code
  const email = input.email ?? question.email
  const ownOrder = await findOwnOrder(deps, asker, { code, email })
  if (!ownOrder.ok) return ownOrder
  const aboutOrder = isAboutOrder(question.text, code !== null)
  const order = await orderOf(deps, asker, ownOrder.value, aboutOrder)
  const forPerson = !question.isEmpty && needsPerson(question.text)
  // The state of the order is the complete answer.
  const isAnswered = question.isEmpty || (order.kind === 'found' && aboutOrder && !forPerson)
  const passages = isAnswered ? [] : deps.help.find(question.text, forPerson ? 1 : 2)
  const about = order.kind === 'found' ? order.facts : []
  const written = forPerson
    ? quotePassages(passages)
    : await writeReply(deps, { messages, passages, order: about })
  const ending = await endingOf(deps, asker, {
    input: {
      ...input,
      orderCode: code,
      email: input.email ?? (asker.caller === null ? email : null),
    },
    isOpen:
      forPerson || (written.text === null && !aboutOrder && !question.isEmpty && !isUnknown(order)),
  })
  const parts = [...orderText(order, aboutOrder), written.text, ending.text]
  const reply = parts.filter((part) => part !== null).join('\n\n')
  deps.log.info('support.replied', {
    passages: written.passages.length,
    order: order.kind,
    escalated: ending.escalated,
  })
  return ok({
    reply: reply === '' ? assistantSentences.whatToAsk : reply,
    sources: sourcesOf(deps, order, written.passages),
    escalated: ending.escalated,
  })
}

/** Finds the order. Without a code, a question about an order refers to the account's newest order. */
async function orderOf(
  deps: SupportDeps,
  { caller }: Asker,
  order: OwnOrder,
  aboutOrder: boolean,
): Promise<OwnOrder> {
  if (order.kind !== 'none' || caller === null || !aboutOrder) return order
  return await newestOwnOrder(deps, caller)
}

/** Whether the code does not belong to an order of the asker. The reply states this, so no person is needed. */
const isUnknown = ({ kind }: OwnOrder): boolean => kind === 'email_missing' || kind === 'not_found'

function orderText(order: OwnOrder, aboutOrder: boolean): readonly string[] {
  switch (order.kind) {
    case 'none':
      return aboutOrder ? [assistantSentences.whichOrder] : []
    case 'email_missing':
      return [assistantSentences.emailOfOrder(order.code)]
    case 'not_found':
      return [assistantSentences.noSuchOrder(order.code)]
    case 'found':
      return [order.facts.join(' ')]
  }
}

/** Closing sentence of the reply; null if it ends with the answer. */
type Ending = { readonly text: string | null; readonly escalated: boolean }

/** `isOpen`: whether a person must answer the question. */
async function endingOf(
  deps: SupportDeps,
  asker: Asker,
  { input, isOpen }: { readonly input: SupportInput; readonly isOpen: boolean },
): Promise<Ending> {
  if (!isOpen) return { text: null, escalated: false }
  if (!input.mayEscalate) return { text: assistantSentences.useForm, escalated: false }
  const { messages, orderCode, email } = input
  const escalation = await escalate(deps, asker, { messages, orderCode: orderCode ?? '', email })
  return { text: escalationText(escalation), escalated: escalation.kind === 'opened' }
}

function escalationText(escalation: Escalation): string {
  switch (escalation.kind) {
    case 'opened':
      return assistantSentences.passedOn(escalation.name, escalation.email)
    case 'email_missing':
      return assistantSentences.emailForReply
    case 'limited':
      return assistantSentences.notPassedOn(
        escalation.failure.kind === 'rate_limited' ? escalation.failure.message : '',
      )
  }
}

function sourcesOf(
  { baseUrl }: Pick<SupportDeps, 'baseUrl'>,
  order: OwnOrder,
  passages: readonly FoundPassage[],
): readonly Source[] {
  const page = order.kind === 'found' ? [orderSource(order.code, baseUrl)] : []
  return [...page, ...passages.map(({ title, path }) => ({ title, url: `${baseUrl}${path}` }))]
}

const orderSource = (code: string, baseUrl: string): Source => ({
  title: `Order ${code}`,
  url: orderPageUrl(code, baseUrl),
})
