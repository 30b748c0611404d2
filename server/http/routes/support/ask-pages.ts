// /help, and the help box of /contact. The assistant's reply to a question appears above the message form. No ticket is
// opened automatically: the question is prefilled, and the visitor decides whether to send it.
import { severalLines } from '../../../domain/base/text/text.ts'
import type { Visitor } from '../../../domain/cart/use-basket.ts'
import { askSupport } from '../../../domain/support/ask-support.ts'
import { ticketLengths } from '../../../domain/tickets/read-fields.ts'
import { maxQuestionCharacters } from '../../../pages/support/ask-box.tsx'
import { type ContactView, contactPage } from '../../../pages/support/contact.tsx'
import { noEntries } from '../../../pages/support/contact-form.tsx'
import { helpPage } from '../../../pages/support/help-page.tsx'
import { anyText, parsed } from '../../contract/form-fields.ts'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { visitors } from '../../middleware/page-access.ts'
import { shownVisitor } from '../../middleware/visitor.ts'
import type { LegalContext } from '../service/legal-pages.ts'
import { consumeSupportLimit, type SupportContext } from './ask-support.ts'

type AskContext = SupportContext & LegalContext

const sentence = `Enter a question in 1 to ${maxQuestionCharacters} characters.`

const questionOf = (text: string) => severalLines(text.replaceAll('\r\n', '\n'))
const orderCodeOf = (text: string) => text.trim().slice(0, ticketLengths.orderCode)

const question = parsed((typed) => {
  const text = questionOf(typed)
  return text === '' || text.length > maxQuestionCharacters ? undefined : text
}, sentence)

export const askPages = [
  page({
    path: '/help',
    access: visitors,
    show: async function showHelp(http, { caller }) {
      return helpPage(await shownVisitor(http, caller))
    },
  }),
  form({
    path: '/contact/ask',
    access: visitors,
    fields: { question, orderCode: anyText },
    act: async function ask(http: AskContext, { request, caller: { caller }, body }) {
      const { deps, clientAddress, pageGuesses } = http
      const slot = await consumeSupportLimit(http, request, caller)
      if (!slot.ok) return slot
      const asker = { caller, clientAddress: clientAddress(request), ...pageGuesses }
      return await askSupport(deps, asker, {
        messages: [{ role: 'user', content: body.question }],
        orderCode: orderCodeOf(body.orderCode).toUpperCase() || null,
        email: null,
        mayEscalate: false,
      })
    },
    done: (http, { caller, body: { question: questionText, orderCode } }, answer) =>
      show(http, caller, {
        question: questionText,
        orderCode: orderCodeOf(orderCode),
        answer,
        errors: {},
      }),
    // The form below keeps the question as well.
    refuse: (http, { caller }, { status, text, errors, typedIn }) => {
      const [wrong] = Object.values(errors)
      const typed = {
        question: questionOf(typedIn('question')),
        orderCode: orderCodeOf(typedIn('orderCode')),
      }
      return show(
        http,
        caller,
        { ...typed, answer: null, errors },
        {
          status,
          refusal: wrong ?? `${text} You can send your question with the form below.`,
        },
      )
    },
  }),
]

async function show(
  http: AskContext,
  visitor: Visitor,
  ask: NonNullable<ContactView['ask']>,
  refused: Pick<ContactView, 'status' | 'refusal'> = {},
): Promise<Response> {
  const { question: body, orderCode } = ask
  const email = visitor.caller?.email ?? ''
  return contactPage({
    texts: http.legalTexts,
    visitor: await shownVisitor(http, visitor),
    messageId: http.deps.ids.uuid(),
    entries: { ...noEntries, email, orderCode, body },
    ask,
    ...refused,
  })
}
