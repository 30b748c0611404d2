// The shop's branding in two processes on one database: by a file with a logo, and from the desk, without a restart.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBrandings } from '../../server/db/branding/brandings.ts'
import { logoSvg } from '../../testing/own-branding.ts'
import { openRealServer, type RealServer, waitUntil } from '../../testing/service/real-server.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { closing, useDatabase } from '../../testing/use.ts'

setDefaultTimeout(slowTestMs)
const database = useDatabase({ poolSize: 1 })

const homeOf = async ({ baseUrl }: RealServer): Promise<string> =>
  await (await fetch(`${baseUrl}/`)).text()
const shows = (server: RealServer, name: string) =>
  waitUntil(`the page shows ${name}`, async () =>
    (await homeOf(server)).includes(` · ${name}</title>`),
  )

test('a file’s branding is shown by both processes, and so is what the desk saves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-branding-'))
  const file = join(folder, 'branding.json')
  const write = (branding: object) => writeFileSync(file, JSON.stringify(branding))
  try {
    writeFileSync(join(folder, 'logo.svg'), logoSvg)
    write({ version: 1, name: 'File Prints', accent: '#7a1fa2', logo: 'logo.svg' })
    const env = { DATABASE_URL: database.url }
    await using first = closing(await openRealServer({ env: { ...env, BRANDING_FILE: file } }))
    await using second = closing(await openRealServer({ env }))
    await second.start()
    expect(await homeOf(second)).toContain(' · Print farm</title>')
    await first.start()
    await shows(first, 'File Prints')
    // Without the setting and without a restart.
    await shows(second, 'File Prints')
    const [, logo = ''] = /<link rel="icon" href="([^"]+)"/.exec(await homeOf(second)) ?? []
    const icon = await fetch(`${second.baseUrl}${logo}`)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])

    const brandings = createBrandings(database.db)
    await brandings.store({
      branding: { name: 'Desk Prints', accent: null, logoDigest: null, texts: {}, seller: [] },
      origin: 'desk',
      storedBy: 'owner@example.com',
      fileVersion: null,
      reason: null,
      logoSource: null,
      changes: [],
      newest: await brandings.readNewestVersion(),
    })
    await Promise.all([shows(first, 'Desk Prints'), shows(second, 'Desk Prints')])

    // Another branding under a stored version stops the start, and so does a hostile logo.
    expect(await first.stop()).toBe(0)
    for (const [branding, words] of [
      [{ version: 1, name: 'Other Prints' }, 'Set "version" to 2 or more.'],
      [{ version: 2, logo: 'none.svg' }, 'cannot be read'],
      [{ version: 2, logo: 'branding.json' }, 'must be an SVG or PNG file'],
    ] as const) {
      write(branding)
      await expect(first.start()).rejects.toThrow(words)
    }
    await shows(second, 'Desk Prints')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
