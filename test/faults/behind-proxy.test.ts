// The real server behind a proxy: limits count the proxy's visitors, not the proxy, and only if it is trusted.
import { expect, test } from 'bun:test'
import { openStage } from '../../testing/faults/stage.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import { closing } from '../../testing/use.ts'

test.each([
  ['127.0.0.0/8', ['198.51.100.7 guest@example.com', '203.0.113.9 guest@example.com']],
  ['', ['127.0.0.1 guest@example.com']],
])(
  'with TRUSTED_PROXIES=%s sign-ins through the proxy are counted for %j',
  async (trusted, subjects) => {
    await using stage = closing(await openStage({ env: { TRUSTED_PROXIES: trusted } }))
    for (const client of ['198.51.100.7', '203.0.113.9', '203.0.113.9']) {
      const refused = await fetch(
        `${stage.server.baseUrl}/api/auth/sign-in/email`,
        jsonPost(
          { email: 'guest@example.com', password: 'wrong password' },
          { 'x-forwarded-for': client },
        ),
      )
      expect(refused.status).toBe(401)
    }
    const { rows } = await stage.database.pool.query(
      "select distinct subject from rate_counters where scope = 'sign-in' order by 1",
    )
    expect(rows.map(({ subject }) => subject)).toEqual(subjects)
  },
)
