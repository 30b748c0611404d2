// A stage of the website: a signed-in buyer with a stored model, gift cards, and the money in the database.
import { expect } from 'bun:test'
import * as v from 'valibot'
import { signIn } from '../../../testing/faults/sign-in.ts'
import { allMailSent, openStage, type Stage } from '../../../testing/faults/stage.ts'
import { ADDRESS, CUBE } from '../../../testing/people/submit.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'

const BUYER = 'buyer@example.com'

export type Card = { readonly id: string; readonly code: string }

const checkedOut = v.object({
  code: v.string(),
  checkoutUrl: v.nullable(v.string()),
  paid: v.boolean(),
  totalCents: v.number(),
  giftCents: v.number(),
  dueCents: v.number(),
})
export type CheckedOut = v.InferOutput<typeof checkedOut>

export type WebStage = Stage & {
  /** Posts as the buyer, who is an operator as well. */
  readonly post: (path: string, body: object, key?: string) => Promise<Response>
  /** Sends a form of the website's pages as the browser does; redirects are not followed. */
  readonly sendForm: (path: string, fields: Readonly<Record<string, string>>) => Promise<Response>
  readonly readPage: (path: string) => Promise<string>
  /** Adds one part of $1.00 to the basket. */
  readonly fillBasket: () => Promise<void>
  /** Returns the body of a checkout of two lines, $10.00 in total; see `TOTAL_CENTS`. */
  readonly cart: (card?: Card) => object
  /** Throws unless the response is 201. */
  readonly checkOut: (body: object) => Promise<CheckedOut>
  /** Returns the payment address for a gift card or credits. */
  readonly purchase: (path: string, body: object) => Promise<string>
  /** Buys a gift card, waits for its email, and removes the email. */
  readonly buyCard: (amountCents: number) => Promise<Card>
}

/** Cubes of 20 mm weigh 5 g, $0.60, and so bill the minimum of $1.00: one and two of them, and $7.00 of postage. */
export const TOTAL_CENTS = 1000

export async function openWebStage(): Promise<WebStage> {
  const stage = await openStage({ env: { OPERATOR_EMAILS: BUYER } })
  const { server, database, standIn } = stage
  const headers = { cookie: await signIn(stage, BUYER), origin: server.baseUrl }
  const post = (path: string, body: object, key?: string) =>
    fetch(
      `${server.baseUrl}${path}`,
      jsonPost(body, { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }),
    )
  const model = new FormData()
  model.set('file', new Blob([CUBE.bytes]), CUBE.name)
  const uploaded = await fetch(`${server.baseUrl}/api/print-upload`, rawPost(model, headers))
  const { modelUrl } = v.parse(v.object({ modelUrl: v.string() }), await uploaded.json())
  const purchase = async (path: string, body: object) =>
    v.parse(v.object({ checkoutUrl: v.string() }), await (await post(path, body)).json())
      .checkoutUrl
  return {
    ...stage,
    post,
    sendForm: (path, fields) =>
      fetch(`${server.baseUrl}${path}`, {
        ...rawPost(new URLSearchParams(fields), headers),
        redirect: 'manual',
      }),
    readPage: async (path) => await (await fetch(`${server.baseUrl}${path}`, { headers })).text(),
    fillBasket: async () => {
      const part = new FormData()
      part.set('modelUrl', modelUrl)
      part.set('color', 'Black')
      const added = await fetch(`${server.baseUrl}/basket/parts`, rawPost(part, headers))
      expect(added.status).toBe(200)
    },
    purchase,
    cart: (card) => ({
      items: [
        { modelUrl, color: 'Black' },
        { modelUrl, color: 'Red', quantity: 2 },
      ],
      address: ADDRESS,
      idempotencyKey: crypto.randomUUID(),
      ...(card === undefined ? {} : { giftCard: card.code }),
    }),
    checkOut: async (body) => {
      const response = await post('/api/checkout', body)
      const placedOrder: unknown = await response.json()
      expect({ status: response.status, body: placedOrder }).toMatchObject({ status: 201 })
      return v.parse(checkedOut, placedOrder)
    },
    buyCard: async (amountCents) => {
      // The tests of an hour buy more cards than an account may.
      await database.pool.query('delete from rate_counters')
      const recipientEmail = `${crypto.randomUUID()}@example.com`
      await stage.payAt(await purchase('/api/gift-cards/purchase', { amountCents, recipientEmail }))
      await standIn.control.deliver()
      const code = await mailedCode(stage, recipientEmail)
      const { rows } = await database.pool.query(
        'select gift_cards.id from gift_cards join purchases on purchases.id = purchase_id where recipient_email = $1',
        [recipientEmail],
      )
      await allMailSent(stage)
      server.removeMails()
      return { id: rows[0].id, code }
    },
  }
}

/** Returns the code in the only email to this address. */
export async function mailedCode({ server }: Stage, recipient: string): Promise<string> {
  const mails = () => server.mails().filter(({ to }) => to === recipient)
  await waitUntil('the gift card is mailed', () => mails().length > 0)
  expect(mails()).toHaveLength(1)
  const code = /^Your code: (GIFT-[A-Z0-9-]+)$/m.exec(mails()[0]?.text ?? '')?.[1]
  if (code === undefined) throw new Error('the mail of the gift card has no code')
  return code
}

/** Expects this balance, which equals the sum of the ledger. */
export async function expectBalance({ database }: Stage, card: Card, cents: number): Promise<void> {
  const { rows } = await database.pool.query(
    `select balance_cents as balance, (select sum(cents)::int from gift_card_entries where gift_card_id = gift_cards.id) as ledger
      from gift_cards where id = $1`,
    [card.id],
  )
  expect(rows).toEqual([{ balance: cents, ledger: cents }])
}

export async function everythingDelivered(stage: Stage): Promise<void> {
  await waitUntil('every event is delivered', async () => (await stage.undelivered()) === 0)
}

/** Returns the number of sent emails with this subject, once nothing is left to send. */
export async function mailsWith(stage: Stage, subject: string): Promise<number> {
  await allMailSent(stage)
  return stage.server.mails().filter((mail) => mail.subject === subject).length
}

/** Checks the processor's record of an order. */
export async function expectCharged(
  { standIn }: Stage,
  orderCode: string,
  charged: { readonly amountCents: number; readonly refundedCents?: number },
): Promise<void> {
  expect(await standIn.control.charges({ orderCode })).toEqual({
    succeeded: charged.amountCents === 0 ? 0 : 1,
    declined: 0,
    refundedCents: 0,
    ...charged,
  })
}

/** A test on a stage of the website. */
export type WebCase = {
  readonly name: string
  readonly run: (stage: WebStage) => Promise<void>
}
