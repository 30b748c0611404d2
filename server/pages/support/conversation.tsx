// Messages in both directions, oldest first.
import { shopName } from '../../domain/branding/branding.ts'
import type { ConversationMessage } from '../../domain/tickets/conversation.ts'
import type { Markup } from '../../html/markup.ts'
import { Time } from '../base/time.tsx'
import type { Words } from '../languages/words.ts'

type ConversationProps = {
  readonly words: Words
  readonly messages: readonly ConversationMessage[]
  /** Names of both sides, such as "You" and "Print farm" for customers. */
  readonly names: Readonly<Record<ConversationMessage['author'], string>>
  readonly time?: (at: Date) => Markup
}

export function ConversationList({
  words,
  messages,
  names,
  time = (at) => <Time at={at} words={words} />,
}: ConversationProps) {
  return (
    <ol class="conversation">
      {messages.map((message) => (
        <li class={message.author}>
          <p class="hint">
            <strong>{names[message.author]}</strong>, {time(message.at)}
          </p>
          <p class="note">{message.body}</p>
          <Files words={words} {...message} />
        </li>
      ))}
    </ol>
  )
}

type FilesProps = ConversationMessage & { readonly words: Words }

function Files({ words, attachments, filesPath }: FilesProps) {
  if (attachments.length === 0) return ''
  return (
    <p class="hint">
      {words.text('contact.files', { count: attachments.length })}
      {attachments.map(({ id, name }, index) => (
        <>
          {index === 0 ? '' : ', '}
          <a href={`${filesPath}/${id}`}>{name}</a>
        </>
      ))}
    </p>
  )
}

export const customerNames = ({ text }: Words) => ({
  customer: text('contact.you'),
  operator: shopName(),
})
