// A process hands no email over twice.
import { expect, test } from 'bun:test'
import { mailOnce } from '../../../server/adapters/mail/once.ts'

function openMailer(max?: number) {
  const sent: string[] = []
  const failing = new Set<string>()
  const mailer = mailOnce(
    {
      send: async ({ messageId }) => {
        if (failing.delete(messageId)) throw new Error('the mail server is busy')
        sent.push(messageId)
      },
    },
    max,
  )
  const send = (messageId: string) =>
    mailer.send({ to: 'buyer@example.com', subject: 'Order', text: '', messageId })
  return { sent, failing, send }
}

test('an email with the same message id is sent once', async () => {
  const { sent, send } = openMailer()
  for (const id of ['a', 'b', 'a', 'a-1', 'b']) await send(id)
  expect(sent).toEqual(['a', 'b', 'a-1'])
})

test('an email that was not accepted is sent again', async () => {
  const { sent, failing, send } = openMailer()
  failing.add('a')
  await expect(send('a')).rejects.toThrow('busy')
  await send('a')
  expect(sent).toEqual(['a'])
})

test('the oldest ids are forgotten', async () => {
  const { sent, send } = openMailer(2)
  for (const id of ['a', 'b', 'c', 'b', 'a']) await send(id)
  expect(sent).toEqual(['a', 'b', 'c', 'a'])
})
