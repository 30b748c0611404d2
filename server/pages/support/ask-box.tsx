// Help box of /contact: a question to the assistant, and its reply with sources. Works without JavaScript.
import type { Source } from '../../domain/support/ask-support.ts'
import { type FieldErrors, Hidden, TextArea } from '../../html/form-fields.tsx'

export const maxQuestionCharacters = 2000

export type AskView = {
  /** Text as typed. */
  readonly question: string
  /** From the page's address. '' without one. */
  readonly orderCode: string
  /** null before a question was asked. */
  readonly answer: { readonly reply: string; readonly sources: readonly Source[] } | null
  readonly errors: FieldErrors
}

export const noQuestion = { question: '', answer: null, errors: {} } as const

export function AskBox({ question, orderCode, answer, errors }: AskView) {
  return (
    <section class="panel" aria-labelledby="ask">
      <h2 id="ask">Ask a question</h2>
      <p class="hint ask-hint">
        Replies at once, from our <a href="/help">help</a> and the state of your orders.
      </p>
      <form method="post" action="/contact/ask#ask">
        {orderCode === '' ? '' : <Hidden name="orderCode" value={orderCode} />}
        <TextArea
          name="question"
          label="Your question"
          value={question}
          errors={errors}
          area={{ rows: 2, maxlength: maxQuestionCharacters, required: true }}
        />
        <p>
          <button type="submit">Ask</button>
        </p>
      </form>
      {answer === null ? '' : <Answer {...answer} />}
    </section>
  )
}

function Answer({ reply, sources }: NonNullable<AskView['answer']>) {
  return (
    <div class="answer" role="status" aria-label="Reply">
      {blocksOf(reply).map((lines) =>
        lines[0]?.startsWith('- ') ? <Items lines={lines} /> : <p>{lines.join(' ')}</p>,
      )}
      {sources.length === 0 ? (
        ''
      ) : (
        <p class="hint">
          {'More: '}
          {sources.map(({ title, url }, index) => (
            <>
              {index === 0 ? '' : ' · '}
              <a href={url}>{title}</a>
            </>
          ))}
        </p>
      )}
      <p class="hint">Does that not help? Send your message below; a person replies by email.</p>
    </div>
  )
}

function Items({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li>{line.replace(/^- /, '')}</li>
      ))}
    </ul>
  )
}

/** Groups lines: those of a list together, any other line separately. */
function blocksOf(reply: string): readonly (readonly string[])[] {
  const blocks: string[][] = []
  for (const line of reply.split('\n').filter((text) => text.trim() !== '')) {
    const last = blocks.at(-1)
    if (line.startsWith('- ') && last?.[0]?.startsWith('- ') === true) {
      last.push(line)
    } else {
      blocks.push([line])
    }
  }
  return blocks
}
