// A signed-in buyer of the website with stored models, and the buyer's requests.
import { expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendMail } from '../../server/db/orders/mail/send-mail.ts'
import { type AccountId, accountIdOf } from '../../server/domain/base/caller.ts'
import { giftCodeOf } from '../../server/domain/gift-cards/code.ts'
import type { ModelFormat } from '../../server/domain/models/format.ts'
import { visitHostedPage } from '../../server/local/stripe/visit.ts'
import { cubeStl } from '../models/meshes.ts'
import { jsonPost } from '../service/requests.ts'
import type { TestService } from '../service/service.ts'
import { use, useService } from '../use.ts'
import { ADDRESS } from './submit.ts'

export type Buyer = {
  readonly email: string
  readonly accountId: AccountId
  readonly cookie: string
}

/** Opens the service with a buyer, for the tests of a file. */
export function useShop() {
  const service = useService()
  const ada = use(() => buyer(service))
  return {
    service,
    ada,
    /** Posts JSON to a path, by default as the buyer. */
    poster:
      (path: string) =>
      (body: unknown, who: Buyer = ada) =>
        post(service, who, path, body),
  }
}

/** Expects that neither a visitor nor an API key may post there. */
export async function expectSessionOnly(service: TestService, path: string): Promise<void> {
  const { headers: key } = await service.account()
  for (const headers of [{}, key]) {
    const response = await service.fetch(path, { method: 'POST', body: '{}', headers })
    expect([path, response.status, await response.json()]).toEqual([
      path,
      401,
      { error: 'Authentication required' },
    ])
  }
}

export async function buyer(service: TestService): Promise<Buyer> {
  const email = `${crypto.randomUUID()}@example.com`
  const cookie = await service.signIn(email)
  const { id } = await service.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { email, accountId: accountIdOf(id), cookie }
}

/** Stores a cube with edges of the given length in mm for the buyer; `published`: in the gallery. Returns its URI. */
export async function storeCube(
  service: TestService,
  { accountId }: Pick<Buyer, 'accountId'>,
  sizeMm: number,
  { published = false } = {},
): Promise<string> {
  const bytes = cubeStl({ sizeMm })
  return await storeFile(service, accountId, {
    bytes,
    name: `cube-${sizeMm}.stl`,
    format: 'stl',
    published,
  })
}

type StoredFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly name: string
  readonly format: ModelFormat
  readonly published?: boolean
}

/** Stores a file for the account. Returns its URI. */
export async function storeFile(
  service: TestService,
  accountId: AccountId,
  { bytes, name, format, published = false }: StoredFile,
): Promise<string> {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const path = join(service.stateDir, sha256)
  writeFileSync(path, bytes)
  const key = `models/${sha256}.${format}`
  await service.deps.objects.putFile(key, path, 'application/octet-stream')
  const uri = service.deps.objects.uri(key)
  await service.db
    .insertInto('models')
    .values({
      account_id: accountId,
      uri,
      file_name: name,
      sha256,
      size_bytes: bytes.length,
      format,
      published,
    })
    .execute()
  return uri
}

export async function post(
  service: TestService,
  { cookie }: Pick<Buyer, 'cookie'>,
  path: string,
  body: unknown,
) {
  const headers = { cookie, origin: service.baseUrl }
  const response = await service.fetch(path, jsonPost(body, headers))
  return [response.status, await response.json()] as const
}

export const cart = (items: readonly object[], more: object = {}) => ({ items, ...more })

export const checkoutBody = (items: readonly object[], more: object = {}) => ({
  items,
  address: ADDRESS,
  idempotencyKey: crypto.randomUUID(),
  ...more,
})

/** Pays a hosted page, and delivers the processor's events. */
export async function pay(service: TestService, checkoutUrl: string): Promise<void> {
  await visitHostedPage(checkoutUrl, { number: '4242424242424242' })
  await service.stripe.deliver()
}

/** Buys a gift card and returns the code in its email. */
export async function giftCard(service: TestService, who: Buyer, amountCents: number) {
  const recipientEmail = `${crypto.randomUUID()}@example.com`
  const request = { amountCents, recipientEmail }
  const [status, body] = await post(service, who, '/api/gift-cards/purchase', request)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  await pay(service, body.checkoutUrl)
  const code = /GIFT-[A-Z0-9-]+/.exec(await mailTo(service, recipientEmail))?.[0]
  if (code === undefined) throw new Error('the gift card was not mailed')
  return code
}

/** Returns the text of the email to this address, as the worker sends it. */
export async function mailTo(service: TestService, recipient: string): Promise<string> {
  const { id } = await service.db
    .selectFrom('emails')
    .select('id')
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()
  const texts: string[] = []
  const mailer = { send: async ({ text }: { text: string }) => void texts.push(text) }
  await sendMail(service.db, mailer, id, {
    giftCodeOf: (purchaseId) => giftCodeOf(service.deps.orderIds, purchaseId),
  })
  return texts.join('\n')
}
