// The stored versions of the branding: numbers, files, concurrent writers, and rows that never change.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { cleanLogo } from '../../../server/adapters/pictures/clean-logo.ts'
import { createBrandings } from '../../../server/db/branding/brandings.ts'
import { fail, ok } from '../../../server/domain/base/result.ts'
import { noBranding, shopName } from '../../../server/domain/branding/branding.ts'
import {
  applyBrandingFile,
  type BrandingFile,
  type LogoFile,
} from '../../../server/domain/branding/branding-file.ts'
import type { CleanLogo, NewBrandingVersion } from '../../../server/domain/branding/ports.ts'
import { openBranding } from '../../../server/wiring/open-branding.ts'
import { logoSvg } from '../../../testing/own-branding.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
const brandings = () => createBrandings(database.db)
const log = { info: () => {}, warn: () => {} }

afterEach(async () => {
  await sql`alter table branding_versions disable trigger user`.execute(database.db)
  await sql`delete from branding_versions`.execute(database.db)
  await sql`alter table branding_versions enable trigger user`.execute(database.db)
})

const version = (changes: Partial<NewBrandingVersion> = {}): NewBrandingVersion => ({
  branding: { name: 'Acme Prints', accent: '#7a1fa2', logoDigest: null, texts: {}, seller: [] },
  origin: 'desk',
  storedBy: 'owner@example.com',
  fileVersion: null,
  logoSource: null,
  reason: null,
  changes: ['Name: default to “Acme Prints”.'],
  newest: 0,
  ...changes,
})

test('no version is in force before the first is saved', async () => {
  expect(await brandings().readNewest()).toEqual(noBranding)
  expect(await brandings().readNewestVersion()).toBe(0)
})

test('a saved version is in force, and in the history and the operators’ log', async () => {
  const stored = await brandings().store(version({ reason: 'New name.' }))
  expect(await brandings().readNewest()).toMatchObject({
    version: stored?.version,
    name: 'Acme Prints',
    accent: '#7a1fa2',
  })
  expect(await brandings().readHistory(5)).toEqual([
    expect.objectContaining({
      storedBy: 'owner@example.com',
      reason: 'New name.',
      changes: ['Name: default to “Acme Prints”.'],
    }),
  ])
  const action = await database.db
    .selectFrom('operator_actions')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(action).toMatchObject({
    kind: 'branding_saved',
    by: 'owner@example.com',
    subject: `version ${stored?.version}`,
  })
})

test('of ten concurrent saves after one preview, one is stored', async () => {
  const stored = await Promise.all(Array.from({ length: 10 }, () => brandings().store(version())))
  expect(stored.filter((one) => one !== null)).toHaveLength(1)
})

test('a version cannot be changed, deleted or truncated', async () => {
  await brandings().store(version())
  for (const statement of [
    "update branding_versions set reason = 'x'",
    'delete from branding_versions',
    'truncate branding_versions',
  ]) {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('versions are only added')
  }
})

test('a version names only a logo that is kept', async () => {
  const { branding } = version()
  const missing = { ...branding, logoDigest: '0'.repeat(64) }
  await expect(brandings().store(version({ branding: missing }))).rejects.toThrow('foreign key')
})

describe('a file', () => {
  const file = (changes: Partial<BrandingFile> = {}) => ({
    version: 1,
    name: 'File Prints',
    accent: null,
    logoPath: null,
    reason: null,
    ...changes,
  })
  const apply = (changes: Partial<BrandingFile> = {}, logo: LogoFile | null = null) =>
    applyBrandingFile({ brandings: brandings(), log }, file(changes), () => ok(logo))
  const rows = async () => (await brandings().readHistory(50)).length

  test('is stored once, however many processes start with it', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => apply()))
    expect(applied).toEqual(Array.from({ length: 5 }, () => ({ ok: true, value: null })))
    expect(await rows()).toBe(1)
    expect((await brandings().readNewest()).name).toBe('File Prints')
  })

  test('keeps the desk’s texts and seller, and the desk replaces it', async () => {
    const desk = version().branding
    await brandings().store(
      version({ branding: { ...desk, texts: { terms: 'T' }, seller: ['S'] } }),
    )
    await apply()
    const newest = await brandings().readNewest()
    expect(newest).toMatchObject({ name: 'File Prints', texts: { terms: 'T' }, seller: ['S'] })
    await brandings().store(version({ newest: newest.version }))
    // A restart with the same file changes nothing.
    await apply()
    expect((await brandings().readNewest()).name).toBe('Acme Prints')
  })

  test('that changed without a higher version is refused, and an older one is ignored', async () => {
    await apply({ version: 4 })
    const changed = await apply({ version: 4, accent: '#0b6b4f' })
    expect(changed.ok ? '' : changed.failure).toContain('Set "version" to 5 or more')
    expect(await apply({ version: 3, name: 'Old Prints' })).toEqual({ ok: true, value: null })
    expect((await brandings().readNewest()).name).toBe('File Prints')
    await apply({ version: 5, name: 'New Prints' })
    expect((await brandings().readNewest()).name).toBe('New Prints')
  })

  describe('with a logo', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'branding-')), 'branding.json')
    const writeLogo = (text: string) => writeFileSync(join(dirname(path), 'logo.svg'), text)
    const writeFile = (fileVersion: number) =>
      writeFileSync(
        path,
        JSON.stringify({ version: fileVersion, name: 'Logo Prints', logo: 'logo.svg' }),
      )
    /** Starts a process whose release cleans logos by `clean`. */
    const start = async (clean: CleanLogo) => {
      const opened = await openBranding({ brandings: brandings(), cleanLogo: clean, log }, path)
      opened.close()
    }
    /** Another release: the same file becomes another picture. */
    const cleanDifferently: CleanLogo = async (bytes) => {
      const logo = await cleanLogo(bytes)
      return logo.ok ? ok({ ...logo.value, digest: 'd'.repeat(64) }) : logo
    }
    const refuse: CleanLogo = async () => fail('The SVG contains <path>.')

    beforeEach(() => {
      writeLogo(logoSvg)
      writeFile(1)
    })

    afterAll(() => rmSync(dirname(path), { recursive: true }))

    test('starts again when it is unchanged, even if a later release cleans its logo differently', async () => {
      await start(cleanLogo)
      const { logo } = await brandings().readNewest()
      expect(logo?.type).toBe('image/svg+xml')
      for (const clean of [cleanLogo, cleanDifferently, refuse]) await start(clean)
      expect(await rows()).toBe(1)
      expect((await brandings().readNewest()).logo?.digest).toBe(logo?.digest)
    })

    test('starts when it is outdated, whatever its logo', async () => {
      await start(cleanLogo)
      writeFile(2)
      await start(cleanLogo)
      writeFile(1)
      await start(refuse)
      rmSync(join(dirname(path), 'logo.svg'))
      await start(refuse)
      expect(await rows()).toBe(2)
    })

    test('needs a higher version for another logo, and a logo that cannot be cleaned is refused', async () => {
      await start(cleanLogo)
      writeLogo(logoSvg.replace('#fff', '#eee'))
      await expect(start(cleanLogo)).rejects.toThrow(
        'version 1 was stored with another branding (New logo.) Set "version" to 2 or more.',
      )
      writeFile(2)
      await expect(start(refuse)).rejects.toThrow('The SVG contains <path>.')
      await start(cleanLogo)
      expect(await rows()).toBe(2)
    })
  })

  test('a slow read of an older version does not replace a newer one', async () => {
    const before = await brandings().store(version())
    const older = await brandings().readNewest()
    const branding = { ...version().branding, name: 'Newer Prints' }
    await brandings().store(version({ branding, newest: before?.version ?? 0 }))
    const reads = [await brandings().readNewest(), older]
    const readNewest = async () => reads.shift() ?? older
    const slow = { ...brandings(), readNewest }
    const again = await openBranding({ brandings: slow, cleanLogo, log }, null)
    try {
      await again.readAgain()
      expect(shopName()).toBe('Newer Prints')
    } finally {
      again.close()
    }
  })
})
