// A browser states the origin of a request in two headers. A POST that either of them attributes to another site is
// not treated as its owner's.
import { beforeAll, expect, test } from 'bun:test'
import { useAccountApp } from '../../../testing/people/account-app.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const app = useAccountApp()
const person = use(() => app.newPerson())
beforeAll(async () => {
  await app.saveCard(person)
})

const from = (site: string) => ({ cookie: person.cookie, 'sec-fetch-site': site })

verifies('http.cross-site', async () => {
  const first = await app.send('/api/account/api-key', { method: 'POST', headers: from('none') })
  expect(first.status).toBe(200)
  const { prefix } = await first.json()
  for (const method of ['POST', 'DELETE']) {
    const refused = await app.send('/api/account/api-key', { method, headers: from('cross-site') })
    expect([method, refused.status]).toEqual([method, 401])
  }
  const key = await app.send('/api/account/api-key', { headers: from('cross-site') })
  expect(await key.json()).toMatchObject({ exists: true, prefix })

  const out = await app.send('/api/auth/sign-out', { method: 'POST', headers: from('cross-site') })
  expect([out.status, out.headers.getSetCookie()]).toEqual([403, []])
  const page = await app.send('/account/sign-out', { method: 'POST', headers: from('cross-site') })
  expect([page.status, page.headers.getSetCookie()]).toEqual([403, []])
  const still = await app.send('/api/account/api-key', { headers: from('same-origin') })
  expect(still.status).toBe(200)
})

test('a link on another site opens the page with the session', async () => {
  const page = await app.send('/account', { headers: from('cross-site') })
  expect(await page.text()).toContain(person.email)
})

test('forms of our pages, and programs without these headers, are accepted', async () => {
  for (const headers of [from('same-origin'), from('none'), { cookie: person.cookie }]) {
    const issued = await app.send('/api/account/api-key', { method: 'POST', headers })
    expect(issued.status).toBe(200)
  }
})
