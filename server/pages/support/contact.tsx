// /contact: the operator's text, and a form that opens a ticket.
import type { FieldErrors } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { english } from '../languages/words.ts'
import type { LegalTexts } from '../legal/legal-texts.ts'
import { Markdown } from '../legal/markdown.tsx'
import { AskBox, type AskView, noQuestion } from './ask-box.tsx'
import { type ContactEntries, ContactForm } from './contact-form.tsx'

export type ContactView = {
  readonly texts: LegalTexts
  readonly visitor: PageVisitor
  readonly entries: ContactEntries
  readonly messageId: string
  /** Help box above the form. Defaults to an empty one. */
  readonly ask?: AskView
  readonly errors?: FieldErrors
  readonly status?: number
  readonly headers?: Headers
  /** Why nothing was sent. */
  readonly refusal?: string
}

export function contactPage(view: ContactView): Response {
  const { texts, entries, messageId, errors = {}, status = 200, refusal, headers } = view
  const { ask = { ...noQuestion, orderCode: entries.orderCode } } = view
  return pageResponse({
    title: refusal === undefined ? 'Contact' : 'Error: Contact',
    visitor: view.visitor,
    status,
    headers: headers ?? (refusal === undefined ? new Headers() : unlistedHeaders()),
    body: (
      <>
        <Markdown text={texts.contact} />
        {refusal === undefined ? (
          ''
        ) : (
          <Notice kind="error" text={refusal} errors={{ ...errors, ...ask.errors }} />
        )}
        <AskBox {...ask} />
        <section class="panel" aria-labelledby="write">
          <h2 id="write">Write to us</h2>
          <ContactForm words={english} entries={entries} errors={errors} messageId={messageId} />
        </section>
      </>
    ),
  })
}
