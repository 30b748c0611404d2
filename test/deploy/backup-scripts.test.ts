// deploy/backup/dump.sh and restore-check.sh against a database: what is backed up can be restored, and is written down for `npm run
// doctor`. Skipped without PostgreSQL's client programs, or where they are older than the server.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useDatabase } from '../../testing/use.ts'

setDefaultTimeout(120_000)
const scripts = join(import.meta.dir, '../../deploy/backup')
const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
const [backups, models] = [join(folder, 'backups'), join(folder, 'models')]
mkdirSync(join(models, 'objects/models'), { recursive: true })
writeFileSync(join(models, 'objects/models/a.stl'), 'solid')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const missing = ['pg_dump', 'pg_restore', 'psql', 'createdb', 'dropdb'].filter(
  (name) => Bun.which(name) === null,
)
if (missing.length > 0) console.log(`Skipped: ${missing.join(', ')} are not installed.`)

describe.skipIf(missing.length > 0)('the scripts', () => {
  const database = useDatabase({ poolSize: 1 })
  const run = (script: string, env: Readonly<Record<string, string>> = {}) => {
    const { hostname, port, username, password, pathname, searchParams } = new URL(database.url)
    const { exitCode, stdout, stderr } = Bun.spawnSync([join(scripts, script)], {
      env: {
        PATH: process.env['PATH'] ?? '',
        PGHOST: searchParams.get('host') ?? hostname,
        PGPORT: searchParams.get('port') ?? port,
        PGUSER: decodeURIComponent(username),
        PGPASSWORD: decodeURIComponent(password),
        PGDATABASE: pathname.slice(1),
        BACKUP_DIR: backups,
        STORAGE_DIR: models,
        ...env,
      },
    })
    return { exitCode, said: `${stdout}${stderr}` }
  }

  test('without a backup there is nothing to restore', () => {
    mkdirSync(backups)
    expect(run('restore-check.sh')).toMatchObject({ exitCode: 1 })
    expect(existsSync(join(backups, 'last-restore'))).toBe(false)
  })

  test('a backup has the database and the models, is copied elsewhere, and is restored on trial', () => {
    const old = join(backups, 'orders-2020-01-01T03:00:00Z.dump')
    writeFileSync(old, '')
    utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'))
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    const made = run('dump.sh', { BACKUP_COPY: `cp -a . ${elsewhere}` })
    expect([made.exitCode, made.said]).toEqual([0, expect.stringContaining('Backed up to')])
    expect(existsSync(old)).toBe(false)
    const dumps = readdirSync(backups).filter((name) => name.endsWith('.dump'))
    expect(dumps).toHaveLength(1)
    expect(readFileSync(join(backups, 'models/models/a.stl'), 'utf8')).toBe('solid')
    expect(readdirSync(elsewhere)).toContain(dumps[0] ?? 'none')
    const restored = run('restore-check.sh')
    expect([restored.exitCode, restored.said]).toEqual([0, expect.stringContaining('0 orders')])
    for (const name of ['last-backup', 'last-restore']) {
      const time = new Date(readFileSync(join(backups, name), 'utf8').trim())
      expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(120_000)
    }
  })

  test('a damaged backup is not written down as restored', () => {
    const [dump = ''] = readdirSync(backups).filter((name) => name.endsWith('.dump'))
    writeFileSync(join(backups, 'last-restore'), '2020-01-01T00:00:00Z\n')
    writeFileSync(join(backups, dump), readFileSync(join(backups, dump)).subarray(0, 5_000))
    expect(run('restore-check.sh').exitCode).not.toBe(0)
    expect(readFileSync(join(backups, 'last-restore'), 'utf8')).toBe('2020-01-01T00:00:00Z\n')
  })

  test('a backup that cannot be made, or cannot be copied, is not written down', () => {
    rmSync(join(backups, 'last-backup'))
    expect(run('dump.sh', { PGDATABASE: 'no_such_database' }).exitCode).not.toBe(0)
    expect(run('dump.sh', { BACKUP_COPY: 'false' }).exitCode).not.toBe(0)
    expect(existsSync(join(backups, 'last-backup'))).toBe(false)
  })
})
