// deploy/backup/dump.sh and restore-check.sh against a database: a backup can be restored, and is recorded for `npm
// run doctor`. Skipped when PostgreSQL's client programs are missing or older than the server. A stand-in for pg_dump
// tests the files that dump.sh leaves behind on every machine.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
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
import { hasClientPrograms } from '../../server/local/postgres/client-programs.ts'
import { useDatabase } from '../../testing/use.ts'

setDefaultTimeout(120_000)
const scripts = join(import.meta.dir, '../../deploy/backup')
const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
const [backups, models] = [join(folder, 'backups'), join(folder, 'models')]
mkdirSync(join(models, 'objects/models'), { recursive: true })
writeFileSync(join(models, 'objects/models/a.stl'), 'solid')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isThere = hasClientPrograms()
if (!isThere) console.log("Skipped: PostgreSQL's client programs are missing, or older than it.")

describe('dump.sh with a stand-in for pg_dump', () => {
  const bin = join(folder, 'bin')
  const stand = (name: string, text: string) => {
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const setting = (name: string) => {
    const at = join(folder, name)
    mkdirSync(join(at, 'store/objects/models'), { recursive: true })
    for (const each of ['a.stl', 'b.stl']) {
      writeFileSync(join(at, 'store/objects/models', each), `solid ${each}`)
    }
    return { store: join(at, 'store'), kept: join(at, 'backups') }
  }
  const command = [join(scripts, 'dump.sh')]
  const environment = ({ store, kept }: ReturnType<typeof setting>) => ({
    PATH: `${bin}:${process.env['PATH']}`,
    BACKUP_DIR: kept,
    STORAGE_DIR: store,
  })
  const run = (at: ReturnType<typeof setting>) =>
    Bun.spawnSync(command, { env: environment(at), stderr: 'ignore' }).exitCode

  test('a model whose copy was interrupted is copied again, and gets its name only then', () => {
    const at = setting('broken-off')
    stand('pg_dump', 'echo dump')
    const real = Bun.which('cp') ?? ''
    // The disk is full in the middle of b.stl, from the point of view of cp.
    stand(
      'cp',
      `for last; do :; done
${real} "$@"
[ ! -d "$last" ] || last="$last/models/b.stl"
if grep -qs b.stl "$last"; then printf so > "$last"; exit 1; fi`,
    )
    const failed = run(at)
    rmSync(join(bin, 'cp'))
    expect(failed).not.toBe(0)
    expect(existsSync(join(at.kept, 'last-backup'))).toBe(false)
    expect(readdirSync(at.kept).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(run(at)).toBe(0)
    for (const name of ['a.stl', 'b.stl']) {
      expect(readFileSync(join(at.kept, 'models/models', name), 'utf8')).toBe(`solid ${name}`)
    }
    expect(readdirSync(join(at.kept, 'models/models')).toSorted()).toEqual(['a.stl', 'b.stl'])
  })

  test('a dump that fails or is stopped leaves no partial file, and those of killed runs are removed', async () => {
    const at = setting('parts')
    mkdirSync(at.kept)
    const [old, young] = ['orders-2020-01-01T03:00:00Z.dump.part', 'orders-now.dump.part']
    for (const name of [old, young]) writeFileSync(join(at.kept, name), 'half')
    utimesSync(join(at.kept, old), new Date('2020-01-01'), new Date('2020-01-01'))
    const left = () => readdirSync(at.kept).filter((name) => name.endsWith('.part'))
    stand('pg_dump', 'echo half; exit 1')
    expect(run(at)).not.toBe(0)
    expect(left().toSorted()).toEqual([old, young])
    stand('pg_dump', 'echo half; sleep 1')
    const ended = Bun.spawn(command, { env: environment(at) })
    while (left().length < 3) await Bun.sleep(10)
    ended.kill('SIGTERM')
    expect(await ended.exited).not.toBe(0)
    expect(left().toSorted()).toEqual([old, young])
    stand('pg_dump', 'echo dump')
    expect(run(at)).toBe(0)
    expect(left()).toEqual([young])
  })
})

describe.skipIf(!isThere)('the scripts', () => {
  const database = useDatabase({ poolSize: 1 })
  const run = (script: string, env: Readonly<Record<string, string>> = {}) =>
    runCommand([join(scripts, script)], env)
  const runCommand = (command: string[], env: Readonly<Record<string, string>> = {}) => {
    const { hostname, port, username, password, pathname, searchParams } = new URL(database.url)
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
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

  test('a backup has the database and the models, is copied to a second place, and is test-restored', () => {
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

  const guide = readFileSync(join(import.meta.dir, '../../docs/going-live.md'), 'utf8')
  const inContainer = /exec -T backup sh -c '(dropdb [^']*)'/.exec(guide)?.[1] ?? 'false'
  const onMachine =
    /^(runuser -u postgres -- dropdb .*\n.*pg_restore .*)$/m.exec(guide)?.[1] ?? 'false'
  for (const [where, text] of [
    ['with containers', inContainer],
    ['without containers', onMachine],
  ] as const) {
    test(`the commands of docs/going-live.md ${where} restore over what newer migrations made`, () => {
      const name = `restored_${new URL(database.url).pathname.slice(1)}`
      const [dump = ''] = readdirSync(backups).filter((each) => each.endsWith('.dump'))
      const here = text
        .replaceAll('runuser -u postgres -- ', '')
        .replaceAll(' -O svc_migrate', '')
        .replaceAll(/\bsvc(?=$| )/gm, name)
        .replaceAll('/var/backups/svc/', `${backups}/`)
        .replaceAll('/backups/orders-TIME.dump', join(backups, dump))
        .replaceAll('\n', ' && ')
      const sql = (statement: string) =>
        runCommand(['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', name, '-c', statement])
      try {
        expect(runCommand(['createdb', name]).exitCode).toBe(0)
        expect(runCommand(['sh', '-c', here])).toEqual({ exitCode: 0, said: '' })
        // Error at which pg_restore --clean stops.
        expect(sql('create table newer (code text references orders (code))').exitCode).toBe(0)
        expect(runCommand(['sh', '-c', here])).toEqual({ exitCode: 0, said: '' })
        expect(sql("select to_regclass('orders'), to_regclass('newer')").said).toBe('orders|\n')
      } finally {
        runCommand(['dropdb', '--if-exists', '--force', name])
      }
    })
  }

  test('a damaged backup is not recorded as restored', () => {
    const [dump = ''] = readdirSync(backups).filter((name) => name.endsWith('.dump'))
    writeFileSync(join(backups, 'last-restore'), '2020-01-01T00:00:00Z\n')
    writeFileSync(join(backups, dump), readFileSync(join(backups, dump)).subarray(0, 5_000))
    expect(run('restore-check.sh').exitCode).not.toBe(0)
    expect(readFileSync(join(backups, 'last-restore'), 'utf8')).toBe('2020-01-01T00:00:00Z\n')
  })

  test('a backup that cannot be made, or cannot be copied, is not recorded', () => {
    rmSync(join(backups, 'last-backup'))
    expect(run('dump.sh', { PGDATABASE: 'no_such_database' }).exitCode).not.toBe(0)
    expect(run('dump.sh', { BACKUP_COPY: 'false' }).exitCode).not.toBe(0)
    expect(existsSync(join(backups, 'last-backup'))).toBe(false)
  })
})
