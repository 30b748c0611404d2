// deploy/release.sh with stand-ins for systemctl, docker, npm, psql and curl, which log their calls.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const script = join(import.meta.dir, '../../deploy/release.sh')
const root = mkdtempSync(join(tmpdir(), 'svc-release-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folder = ''
let count = 0
const path = (name: string) => join(folder, name)
const git = (at: string, ...args: string[]) => {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', '-C', at, ...identity, ...args])
  if (exitCode !== 0) throw new Error(stderr.toString())
  return stdout.toString().trim()
}
const program = (name: string, text: string) => {
  writeFileSync(path(`bin/${name}`), `#!/bin/sh\necho "${name} $*" >> ${path('calls')}\n${text}\n`)
  chmodSync(path(`bin/${name}`), 0o755)
}
/** Creates a release with migrations of these names. */
function release(...names: string[]): string {
  const at = path('origin')
  const file = join(at, 'server/db/migrations/index.ts')
  mkdirSync(join(at, 'server/db/migrations'), { recursive: true })
  writeFileSync(file, names.map((name) => `  '${name}': x,\n`).join(''))
  git(at, 'add', '-A')
  git(at, 'commit', '--quiet', '--allow-empty', '-m', names.join(' ') || 'none')
  return git(at, 'rev-parse', 'HEAD')
}
const databaseHas = (...names: string[]) =>
  writeFileSync(path('migrations'), `${names.join('\n')}\n`)
/** Returns the commands for the operator in the output: its indented lines. */
const commandsIn = (said: string) =>
  said
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
const goingLive = readFileSync(join(import.meta.dir, '../../docs/going-live.md'), 'utf8')
const calls = () =>
  existsSync(path('calls')) ? readFileSync(path('calls'), 'utf8').trim().split('\n') : []

function run(home: string, ...args: string[]) {
  const file = home === 'compose' ? path('checkout/deploy/release.sh') : script
  const { exitCode, stdout, stderr } = Bun.spawnSync([file, ...args], {
    env: {
      PATH: `${path('bin')}:${process.env['PATH']}`,
      SVC_HOME: home === 'compose' ? path('nothing') : path('svc'),
      SVC_BACKUP_ENV: path('backup.env'),
      SVC_UNITS: path('units'),
      SVC_READY_TRIES: '2',
      SVC_READY_SECONDS: '0',
    },
  })
  return { exitCode, said: `${stdout}${stderr}` }
}

beforeEach(() => {
  count += 1
  folder = join(root, String(count))
  for (const name of ['bin', 'origin']) mkdirSync(path(name), { recursive: true })
  git(path('origin'), 'init', '--quiet', '--initial-branch=main')
  writeFileSync(path('backup.env'), 'BACKUP_DIR=/var/backups/svc\n')
  databaseHas('0001-first')
  program('systemctl', '')
  program('curl', `[ ! -e ${path('unready')} ]`)
  program('runuser', `cat ${path('migrations')}`)
  program(
    'npm',
    'mkdir -p .tools/bun-1/node_modules/.bin && printf "#!/bin/sh\\n" > .tools/bun-1/node_modules/.bin/bun && chmod +x .tools/bun-1/node_modules/.bin/bun',
  )
  program(
    'docker',
    `case "$*" in *psql*) cat ${path('migrations')};; *--wait*) [ ! -e ${path('unhealthy')} ];; *"bun -e"*) [ ! -e ${path('unready')} ];; esac`,
  )
})

describe('with systemd', () => {
  const current = () => basename(readlinkSync(path('svc/current')))
  const installed = (...names: string[]) => {
    const commit = release(...names)
    git(path('.'), 'clone', '--quiet', 'origin', 'svc/repository')
    expect(run('systemd', 'upgrade').exitCode).toBe(0)
    return commit
  }

  test('the first upgrade installs the newest release and backs up nothing', () => {
    const commit = installed('0001-first')
    expect(current()).toBe(commit)
    expect(existsSync(path(`svc/current/.tools/bun`))).toBe(true)
    expect(calls().filter((call) => call.includes('svc-backup'))).toEqual([])
  })

  test('an upgrade backs up before it restarts, workers first, and a rollback goes back', () => {
    const first = installed('0001-first')
    const second = release('0001-first', '0002-more.additive')
    databaseHas('0001-first', '0002-more.additive')
    rmSync(path('calls'))
    expect(run('systemd', 'upgrade').exitCode).toBe(0)
    expect(current()).toBe(second)
    expect(calls().filter((call) => call.startsWith('systemctl'))).toEqual([
      'systemctl start svc-backup.service',
      'systemctl restart svc-slicing.service',
      'systemctl restart svc-worker.service',
      'systemctl restart svc.service',
    ])
    const back = run('systemd', 'rollback')
    expect([back.exitCode, back.said]).toEqual([0, expect.stringContaining(`runs ${first}`)])
    expect(current()).toBe(first)
    // Upgrades to the newer release again.
    expect(run('systemd', 'upgrade', second).exitCode).toBe(0)
    expect(current()).toBe(second)
  })

  test('a rollback across a migration that the older release cannot handle changes nothing', () => {
    installed('0001-first')
    const second = release('0001-first', '0002-renamed')
    expect(run('systemd', 'upgrade').exitCode).toBe(0)
    databaseHas('0001-first', '0002-renamed')
    const { exitCode, said } = run('systemd', 'rollback')
    expect([exitCode, current()]).toEqual([1, second])
    expect(said).toContain('0002-renamed')
    // The restore uses an emptied database, not pg_restore --clean, which stops at objects of newer migrations.
    expect(commandsIn(said)).toEqual([
      'systemctl stop svc svc-worker',
      'runuser -u postgres -- dropdb --force svc && runuser -u postgres -- createdb -O svc_migrate svc',
      'runuser -u postgres -- pg_restore --exit-on-error -d svc < /var/backups/svc/orders-TIME.dump',
      'deploy/release.sh rollback --no-worker',
      'systemctl start svc-worker',
    ])
    for (const command of commandsIn(said).slice(0, 2)) {
      expect(goingLive).toContain(`\n${command}\n`)
    }
  })

  test('a rollback after a restore starts web and leaves the worker stopped', () => {
    const first = installed('0001-first')
    release('0001-first', '0002-more.additive')
    expect(run('systemd', 'upgrade').exitCode).toBe(0)
    rmSync(path('calls'))
    const { exitCode, said } = run('systemd', 'rollback', '--no-worker')
    expect([exitCode, current()]).toEqual([0, first])
    expect(said).toContain('/operator/money/unmatched')
    expect(calls().filter((call) => call.startsWith('systemctl'))).toEqual([
      'systemctl restart svc-slicing.service',
      'systemctl stop svc-worker.service',
      'systemctl restart svc.service',
    ])
  })

  test('a rollback refuses when it cannot read the migrations of the database', () => {
    installed('0001-first')
    const second = release('0001-first', '0002-renamed')
    expect(run('systemd', 'upgrade').exitCode).toBe(0)
    program('runuser', 'echo "could not connect to server" >&2; exit 2')
    const { exitCode, said } = run('systemd', 'rollback')
    expect([exitCode, current()]).toEqual([1, second])
    expect(said).toContain('Nothing was changed')
  })

  test('a release that was never ready is not a rollback target', () => {
    const first = installed('0001-first')
    release('0001-first', '0002-broken.additive')
    writeFileSync(path('unready'), '')
    expect(run('systemd', 'upgrade').exitCode).toBe(1)
    release('0001-first', '0002-broken.additive', '0003-also.additive')
    expect(run('systemd', 'upgrade').exitCode).toBe(1)
    rmSync(path('unready'))
    expect(run('systemd', 'rollback').exitCode).toBe(0)
    expect(current()).toBe(first)
  })

  test('an upgrade names the units that differ from those of the release', () => {
    installed('0001-first')
    mkdirSync(path('origin/deploy/systemd'), { recursive: true })
    for (const name of ['same.service', 'other.service']) {
      writeFileSync(path(`origin/deploy/systemd/${name}`), 'new')
    }
    mkdirSync(path('units'))
    writeFileSync(path('units/same.service'), 'new')
    writeFileSync(path('units/other.service'), 'old')
    release('0001-first')
    const { said } = run('systemd', 'upgrade')
    expect(said).toContain(`stays: ${path('units/other.service')}`)
    expect(said).not.toContain('same.service')
  })

  test('an upgrade that is not ready exits with 1 and names the rollback', () => {
    installed('0001-first')
    release('0001-first', '0002-more.additive')
    writeFileSync(path('unready'), '')
    const { exitCode, said } = run('systemd', 'upgrade')
    expect([exitCode, said]).toEqual([1, expect.stringContaining('deploy/release.sh rollback')])
  })

  test('a backup that fails stops the upgrade', () => {
    const first = installed('0001-first')
    release('0001-first', '0002-more.additive')
    program('systemctl', 'case "$*" in *svc-backup*) exit 1;; esac')
    expect(run('systemd', 'upgrade').exitCode).not.toBe(0)
    expect(current()).toBe(first)
  })

  test('wrong arguments and a missing previous release are refused', () => {
    installed('0001-first')
    expect(run('systemd').exitCode).toBe(2)
    expect(run('systemd', 'upgrade', 'one', 'two').exitCode).toBe(2)
    expect(run('systemd', 'upgrade', '--worker').exitCode).toBe(2)
    expect(run('systemd', 'rollback', 'one').exitCode).toBe(2)
    expect(run('systemd', 'rollback')).toEqual({
      exitCode: 1,
      said: 'There is no release before this one.\n',
    })
    expect(run('systemd', 'upgrade', 'no-such-commit').said).toContain('There is no commit')
  })
})

describe('with compose', () => {
  test('an upgrade builds, backs up and starts; a rollback starts the previous image', () => {
    const first = release('0001-first')
    git(path('.'), 'clone', '--quiet', 'origin', 'checkout')
    mkdirSync(path('checkout/deploy'))
    cpSync(script, path('checkout/deploy/release.sh'))
    expect(run('compose', 'upgrade').exitCode).toBe(0)
    expect(calls().filter((call) => call.includes('dump.sh'))).toEqual([])
    const second = release('0001-first', '0002-more.additive')
    expect(run('compose', 'upgrade').exitCode).toBe(0)
    expect(readFileSync(path('checkout/.release'), 'utf8').trim()).toBe(second)
    const order = calls().map((call) => /(build|dump\.sh|slicing worker)/.exec(call)?.[0] ?? '')
    expect(order.filter((word) => word !== '').slice(2)).toEqual([
      'build',
      'dump.sh',
      'slicing worker',
    ])
    databaseHas('0001-first', '0002-more.additive')
    expect(run('compose', 'rollback').exitCode).toBe(0)
    expect(readFileSync(path('checkout/.release'), 'utf8').trim()).toBe(first)
  })

  const compose = 'docker compose --env-file production.env -f deploy/compose.yaml'
  const installed = () => {
    const commit = release('0001-first')
    git(path('.'), 'clone', '--quiet', 'origin', 'checkout')
    mkdirSync(path('checkout/deploy'))
    cpSync(script, path('checkout/deploy/release.sh'))
    expect(run('compose', 'upgrade').exitCode).toBe(0)
    return commit
  }

  test('a rollback that the database does not allow says how to restore, in the backup container', () => {
    installed()
    release('0001-first', '0002-renamed')
    expect(run('compose', 'upgrade').exitCode).toBe(0)
    databaseHas('0001-first', '0002-renamed')
    const { exitCode, said } = run('compose', 'rollback')
    expect([exitCode, said]).toEqual([1, expect.stringContaining('0002-renamed')])
    expect(commandsIn(said)).toEqual([
      `${compose} stop web worker`,
      `${compose} exec -T backup ls /backups`,
      `${compose} exec -T backup sh -c 'dropdb --force svc && createdb -O svc_migrate svc && pg_restore --exit-on-error -d svc /backups/orders-TIME.dump'`,
      'deploy/release.sh rollback --no-worker',
      'deploy/release.sh upgrade "$(cat .release)"',
    ])
    rmSync(path('calls'))
    databaseHas('0001-first')
    expect(run('compose', 'rollback', '--no-worker').exitCode).toBe(0)
    const starts = calls().filter((call) => / up | stop /.test(call))
    expect(starts.map((call) => call.replace(`${compose} `, ''))).toEqual([
      'stop worker',
      'up --detach --wait database slicing',
      'up --detach --wait web caddy backup',
    ])
  })

  test('with unhealthy containers, the script exits with 1 and names the rollback', () => {
    const first = installed()
    release('0001-first', '0002-more.additive')
    writeFileSync(path('unhealthy'), '')
    const { exitCode, said } = run('compose', 'upgrade')
    expect([exitCode, said]).toEqual([1, expect.stringContaining('deploy/release.sh rollback')])
    rmSync(path('unhealthy'))
    expect(run('compose', 'rollback').exitCode).toBe(0)
    expect(readFileSync(path('checkout/.release'), 'utf8').trim()).toBe(first)
  })
})
