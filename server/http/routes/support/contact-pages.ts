// /contact and /tickets/{id}: customers send messages to support, with or without an account.
import { isUuid } from '../../../domain/base/ids/uuid.ts'
import { readMessages } from '../../../domain/tickets/conversation.ts'
import type { TicketField } from '../../../domain/tickets/failure.ts'
import { addTicketMessage, findTicket, openTicket } from '../../../domain/tickets/open-ticket.ts'
import type { Ticket } from '../../../domain/tickets/ports.ts'
import {
  readFormFields,
  readMessage,
  type TicketFields,
} from '../../../domain/tickets/read-fields.ts'
import { ticketPath } from '../../../domain/tickets/reply.ts'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { type ContactView, contactPage } from '../../../pages/support/contact.tsx'
import { noEntries } from '../../../pages/support/contact-form.tsx'
import { type TicketView, ticketPage } from '../../../pages/support/ticket.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, post } from '../../middleware/page.ts'
import { everyone, visitors } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { ticketFieldTexts } from '../../refusals/tickets.ts'
import { seeOther } from '../../requests/forms.ts'
import { storedAttachment } from '../../responses/attachment.ts'
import type { LegalContext } from '../service/legal-pages.ts'
import { type CustomerForm, readCustomerForm } from './message-form.ts'

type SupportContext = HttpContext & LegalContext

export const supportPages = [
  page({
    path: '/contact',
    access: visitors,
    show: function showContact(http: SupportContext, { request, query, caller: { caller } }) {
      const orderCode = (query['order'] ?? '').slice(0, 40)
      return renderContact(http, request, {
        entries: { ...noEntries, email: caller?.email ?? '', orderCode },
      })
    },
  }),
  post({ path: '/contact', access: everyone, respond: openByForm }),
  page({
    path: '/tickets/:id',
    access: everyone,
    show: async function showTicket(http: SupportContext, { request, params, query }) {
      const ticket = await findTicket(http.deps, params.id)
      return ticket === null
        ? notFoundPage()
        : await renderTicket(http, { request, ticket }, { sent: query['sent'] === '1' })
    },
  }),
  post({ path: '/tickets/:id', access: everyone, respond: writeByForm }),
  page({ path: '/tickets/:id/files/:file', access: everyone, show: downloadFile }),
]

const renderContact = async (
  http: SupportContext,
  request: Request,
  view: Omit<ContactView, 'texts' | 'visitor' | 'messageId'> & { readonly messageId?: string },
) =>
  contactPage({
    texts: http.legalTexts,
    visitor: await pageVisitor(http, request),
    messageId: http.deps.ids.uuid(),
    ...view,
  })

async function openByForm(http: SupportContext, { request }: Input<null>): Promise<Response> {
  const form = await readCustomerForm(
    http,
    request,
    (fieldText) => readFormFields(entriesOf(fieldText)).ok,
  )
  const { field, caller, attachmentIds, problem } = form
  const entries = entriesOf(field)
  const hidden = isUuid(field('messageId')) ? { messageId: field('messageId') } : {}
  if (problem !== null) {
    return renderContact(http, request, { entries, ...hidden, ...refusalView(problem) })
  }
  const opened = await openTicket(http.deps, caller, {
    ...entries,
    source: 'form',
    messageId: field('messageId'),
    attachmentIds,
  })
  if (opened.ok) return seeOther(`${ticketPath(opened.value)}?sent=1`)
  if (opened.failure.kind === 'ticket_not_found') return notFoundPage()
  return renderContact(http, request, { entries, ...hidden, ...fieldView(opened.failure.field) })
}

const entriesOf = (field: CustomerForm['field']): TicketFields => ({
  name: field('name'),
  email: field('email'),
  orderCode: field('orderCode'),
  body: field('body'),
})

type TicketPageState = Pick<TicketView, 'sent' | 'body' | 'errors' | 'status' | 'refusal'>

async function renderTicket(
  http: HttpContext,
  { request, ticket }: { readonly request: Request; readonly ticket: Ticket },
  shown: TicketPageState,
): Promise<Response> {
  const { deps } = http
  const [messages, visitor] = await Promise.all([
    readMessages(deps, ticket),
    pageVisitor(http, request),
  ])
  return ticketPage({ ticket, messages, visitor, messageId: deps.ids.uuid(), ...shown })
}

async function writeByForm(
  http: HttpContext,
  { request, params: { id } }: Input<null, 'id'>,
): Promise<Response> {
  const ticket = await findTicket(http.deps, id)
  if (ticket === null) return notFoundPage()
  const { field, attachmentIds, problem } = await readCustomerForm(
    http,
    request,
    (fieldText) => readMessage(fieldText('body')).ok,
  )
  const body = field('body')
  if (problem !== null) {
    return renderTicket(http, { request, ticket }, { body, ...refusalView(problem) })
  }
  const added = await addTicketMessage(http.deps, {
    ticketId: ticket.id,
    messageId: field('messageId'),
    body,
    attachmentIds,
  })
  if (added.ok) return seeOther(`${ticketPath(ticket)}?sent=1`)
  if (added.failure.kind === 'ticket_not_found') return notFoundPage()
  return renderTicket(http, { request, ticket }, { body, ...fieldView(added.failure.field) })
}

/** Returns the refusal for the page. An unstored file has to be chosen again, because browsers do not keep it. */
function refusalView(problem: Failure) {
  const field = problem.kind === 'form_field_too_long' ? problem.field : ''
  if (isTicketField(field)) return fieldView(field)
  const { status, error } = refusalOf(problem)
  const isLimit = problem.kind === 'rate_limited' || problem.kind === 'limiter_unavailable'
  return {
    status,
    refusal: `Nothing was sent. ${error}`,
    errors: isLimit ? {} : { file: error },
  }
}

const isTicketField = (name: string): name is TicketField => Object.hasOwn(ticketFieldTexts, name)

const fieldView = (field: TicketField) => {
  const { status, error } = refusalOf({ kind: 'ticket_field_invalid', field })
  return { status, refusal: `Nothing was sent. ${error}`, errors: { [field]: error } }
}

async function downloadFile(
  { deps }: HttpContext,
  { params: { id, file: fileId } }: Input<null, 'id' | 'file'>,
): Promise<Response> {
  const attachment =
    isUuid(id) && isUuid(fileId) ? await deps.tickets.findAttachment(id, fileId) : null
  if (attachment === null) return notFoundPage()
  return await storedAttachment(deps, attachment)
}
