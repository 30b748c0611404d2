// /help, and the help box of /contact: a question to the assistant, whose reply is shown above the form for messages. No ticket is opened
// here: the form has the question already, and the visitor decides.
import { severalLines } from '../../../domain/base/text.ts'
import { askSupport, type SupportReply } from '../../../domain/support/ask-support.ts'
import { ticketLengths } from '../../../domain/tickets/read-fields.ts'
import { maxQuestionCharacters } from '../../../pages/support/ask-box.tsx'
import { contactPage } from '../../../pages/support/contact.tsx'
import { noEntries } from '../../../pages/support/contact-form.tsx'
import { helpPage } from '../../../pages/support/help-page.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { refusalOf, withRetryAfter } from '../../refusals/refusal-of.ts'
import { readForm } from '../../requests/forms.ts'
import type { LegalContext } from '../service/legal-pages.ts'
import { consumeSupportLimit, type SupportContext } from './ask-support.ts'

export const askPages = [page('GET', '/help', showHelp), page('POST', '/contact/ask', ask)]

async function showHelp(http: HttpContext, { request }: Received): Promise<Response> {
  return helpPage(await pageVisitor(http, request))
}

async function ask(http: SupportContext & LegalContext, { request }: Received): Promise<Response> {
  const { deps, legalTexts, clientAddress, pageGuesses } = http
  const caller = await http.authenticate(request, ['session'])
  const field = await readForm(request)
  const question = severalLines(field('question').replaceAll('\r\n', '\n'))
  const orderCode = field('orderCode').trim().slice(0, ticketLengths.orderCode)
  const show = async (
    answer: SupportReply | null,
    refused: { status?: number; refusal?: string; errors?: Readonly<Record<string, string>> } = {},
  ) => {
    const { errors = {}, ...rest } = refused
    return contactPage({
      texts: legalTexts,
      visitor: await pageVisitor(http, request),
      messageId: deps.ids.uuid(),
      entries: { ...noEntries, email: caller?.email ?? '', orderCode, body: question },
      ask: { question, orderCode, answer, errors },
      ...rest,
    })
  }
  if (question === '' || question.length > maxQuestionCharacters) {
    const sentence = `Enter a question in 1 to ${maxQuestionCharacters} characters.`
    return show(null, { status: 400, refusal: sentence, errors: { question: sentence } })
  }
  const slot = await consumeSupportLimit(http, request, caller)
  if (!slot.ok) return withRetryAfter(await show(null, tooMany(slot.failure)), slot.failure)
  const asker = { caller, clientAddress: clientAddress(request), ...pageGuesses }
  const replied = await askSupport(deps, asker, {
    messages: [{ role: 'user', content: question }],
    orderCode: orderCode.toUpperCase() || null,
    email: null,
    mayEscalate: false,
  })
  if (replied.ok) return show(replied.value)
  return withRetryAfter(await show(null, tooMany(replied.failure)), replied.failure)
}

/** The question is kept, in the form below as well. */
function tooMany(failure: Parameters<typeof refusalOf>[0]) {
  const { status, error } = refusalOf(failure)
  return { status, refusal: `${error} You can send your question with the form below.` }
}
