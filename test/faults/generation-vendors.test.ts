// Generations through the vendors' real adapters, against their stand-ins: the outcome of every fault for the caller.
// Nothing is made twice, and the books balance.
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createExtensionToken } from '../../server/domain/accounts/extension-tokens.ts'
import { startEngineStandIns } from '../../testing/engines/engine-stand-ins/start.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import { use, useService } from '../../testing/use.ts'

const vendors = use(startEngineStandIns)
const service = useService(() => ({ env: { ...vendors.env } }))

/** Returns the end of one generation of a new account, and its cost. */
async function generated(prompt: string, advanced: Record<string, unknown> = {}) {
  const { accountId, email } = await service.account()
  const caller = { kind: 'account', accountId, email, credential: 'session' } as const
  const token = await createExtensionToken(service.deps, caller, { name: 'a test' })
  if (!token.ok) throw new Error('no token was made')
  const response = await service.fetch(
    '/api/generate',
    jsonPost({ prompt, advanced }, { authorization: `Bearer ${token.value.token}` }),
  )
  const body = await response.json()
  const ledger = await service.db
    .selectFrom('credit_entries')
    .select('credits')
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'grant')
    .orderBy('id')
    .execute()
  return { status: response.status, body, moved: ledger.map(({ credits }) => credits) }
}

const paid = [-1]
const refunded = [-1, 1]

describe.each([
  ['engine_2', 'tripo'],
  ['engine_1', 'fal'],
] as const)('%s', (engine, source) => {
  const made = (name: string) => vendors.madeFor(name).length

  test('makes a model that is stored and moderated', async () => {
    const { status, body, moved } = await generated(`${engine} vase`, { engine })
    expect([status, body.source, body.persisted, moved]).toEqual([200, source, true, paid])
    expect(body.printStatus).not.toBe('needs-redesign')
    expect(made(`${engine} vase`)).toBe(1)
  })

  test.each([
    ['failed', 502],
    ['no-credit', 502],
    ['locked-out', 502],
    ['error', 502],
    ['lost', 502],
    ['dead-link', 502],
    ['no-model', 502],
    ['banned', 400],
    ['banned-late', 400],
  ] as const)(
    '[%s] returns %i, refunds the credit and makes at most one task',
    async (word, expected) => {
      const prompt = `${engine} and ${word} [${word}]`
      const { status, body, moved } = await generated(prompt, { engine })
      expect([status, moved]).toEqual([expected, refunded])
      if (expected === 400) {
        expect(body).toEqual({ error: 'nsfw', message: expect.any(String) })
      } else {
        expect(Object.keys(body)).toEqual(['error'])
      }
      for (const secret of [vendors.tripo.apiKey, vendors.fal.apiKey]) {
        expect(JSON.stringify(body)).not.toContain(secret)
      }
      expect(made(`${engine} and ${word}`)).toBeLessThanOrEqual(1)
    },
  )

  test('a truncated mesh is a result that needs a redesign', async () => {
    const { status, body, moved } = await generated(`${engine} cut [broken]`, { engine })
    expect([status, moved]).toEqual([200, paid])
    expect(body).toMatchObject({ printStatus: 'needs-redesign', printabilityScore: 0 })
  })

  test('a vendor that fails temporarily causes no additional cost', async () => {
    for (const word of ['flaky', 'expiring', '429', 'slow=1']) {
      const { status, moved } = await generated(`${engine} again [${word}]`, { engine })
      expect([word, status, moved]).toEqual([word, 200, paid])
    }
    expect(made(`${engine} again`)).toBe(4)
  })
})

test('no key was sent to a wrong address, and no file was left behind', () => {
  expect(vendors.violations).toEqual([])
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
})
