// Messages in both directions, oldest first.
import { shopName } from '../../domain/branding/branding.ts'
import type { ConversationMessage } from '../../domain/tickets/conversation.ts'
import type { Markup } from '../../html/markup.ts'
import { Time } from '../base/time.tsx'

type ConversationProps = {
  readonly messages: readonly ConversationMessage[]
  /** Names of both sides, such as "You" and "Print farm" for customers. */
  readonly names: Readonly<Record<ConversationMessage['author'], string>>
  readonly time?: (at: Date) => Markup
}

const customerTime = (at: Date) => <Time at={at} />

export function ConversationList({ messages, names, time = customerTime }: ConversationProps) {
  return (
    <ol class="conversation">
      {messages.map((message) => (
        <li class={message.author}>
          <p class="hint">
            <strong>{names[message.author]}</strong>, {time(message.at)}
          </p>
          <p class="note">{message.body}</p>
          <Files {...message} />
        </li>
      ))}
    </ol>
  )
}

function Files({ attachments, filesPath }: ConversationMessage) {
  if (attachments.length === 0) return ''
  return (
    <p class="hint">
      {attachments.length === 1 ? 'File: ' : 'Files: '}
      {attachments.map(({ id, name }, index) => (
        <>
          {index === 0 ? '' : ', '}
          <a href={`${filesPath}/${id}`}>{name}</a>
        </>
      ))}
    </p>
  )
}

export const customerNames = () => ({ customer: 'You', operator: shopName() })
