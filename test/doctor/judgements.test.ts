// Judgements of `npm run doctor` about machines that a test cannot have: old servers, standbys, full disks, expiring
// certificates.
import { expect, test } from 'bun:test'
import { parseConfig } from '../../server/config/config.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { judgeCertificate } from '../../server/wiring/doctor/address.ts'
import { judgeDatabase } from '../../server/wiring/doctor/database.ts'
import { judgeCage, judgeDisk } from '../../server/wiring/doctor/machine.ts'
import { judgeKey } from '../../server/wiring/doctor/processor.ts'
import { checkSettings } from '../../server/wiring/doctor/settings.ts'
import { parseSettingsFile } from '../../server/wiring/doctor/settings-file.ts'
import { productionEnvironment } from '../../testing/service/production-environment.ts'

const facts = {
  version: 150_004,
  readOnly: false,
  superuser: false,
  role: 'svc_run',
  applied: Object.keys(migrations),
  closedTables: [],
  now: new Date(),
}
const states = (change: Partial<typeof facts>) =>
  judgeDatabase({ ...facts, ...change }, true).map(({ name, state }) => `${name} ${state}`)

test('a server that is too old or read-only, and a role with all rights, are named', () => {
  expect(states({})).toEqual(['database ok', 'migrations ok', 'roles ok'])
  expect(states({ version: 140_010 })).toContain('database failed')
  expect(states({ readOnly: true })).toContain('database failed')
  expect(states({ superuser: true })).toContain('roles warning')
})

test('an additive migration of a newer release is not a problem', () => {
  expect(states({ applied: [...facts.applied, '9998-more.additive'] })).toContain('migrations ok')
})

const GB = 1024 ** 3
test('a disk below 2 GB is broken, and one below 10 GB doubtful', () => {
  const stateOf = (free: number) => judgeDisk('/var/lib/svc', free).state
  expect([1.9 * GB, 2.1 * GB, 9.9 * GB, 10.1 * GB].map(stateOf)).toEqual([
    'failed',
    'warning',
    'warning',
    'ok',
  ])
  expect(judgeDisk('/var/lib/svc', GB).fix).toContain('df -h /var/lib/svc')
})

test('a certificate that was not renewed is broken two weeks before its end', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const stateOf = (until: string) =>
    judgeCertificate('farm.example.com', new Date(until), now).state
  expect(['2026-11-20', '2026-12-10', '2026-12-12'].map(stateOf)).toEqual([
    'failed',
    'failed',
    'ok',
  ])
})

test('a required sandbox that is missing is broken, an optional one doubtful', () => {
  const missing = { kind: 'missing', detail: 'the kernel has no Landlock' } as const
  expect(judgeCage('required', missing)).toMatchObject({ name: 'cage', state: 'failed' })
  expect(judgeCage('required', missing).fix).toContain('SLICER_CAGE=optional')
  expect(judgeCage('optional', missing).state).toBe('warning')
  expect(judgeCage('off', { kind: 'off' }).state).toBe('warning')
})

function configOf(change: Readonly<Record<string, string>>) {
  const parsed = parseConfig({ ...productionEnvironment, ...change })
  if (!parsed.ok) throw new Error(parsed.failure.join('\n'))
  return parsed.value
}

test('a live key belongs to a public service, and a test key does not', () => {
  const local = { BASE_URL: 'http://127.0.0.1:3000' }
  const testKey = { STRIPE_SECRET_KEY: 'sk_test_x' }
  expect(judgeKey(configOf({})).state).toBe('ok')
  expect(judgeKey(configOf({ STRIPE_SECRET_KEY: 'rk_live_x' })).state).toBe('ok')
  expect(judgeKey(configOf(local)).state).toBe('failed')
  expect(judgeKey(configOf(testKey)).state).toBe('failed')
  expect(judgeKey(configOf(testKey)).fix).toContain('sk_live_')
  expect(judgeKey(configOf({ ...testKey, ...local })).state).toBe('ok')
  expect(judgeKey(configOf({ STRIPE_API_BASE: 'http://127.0.0.1:1' })).state).toBe('warning')
})

test('a misspelled name, missing operators and a missing proxy are named', () => {
  const named = checkSettings(configOf({}), ['STRIPE_SECERT_KEY', 'AUTH_SECRET_FILE', 'PORT'])
  expect(named.filter(({ state }) => state === 'warning').map(({ message }) => message)).toEqual([
    'STRIPE_SECERT_KEY is not a setting: nothing reads it.',
    'No one can open the desk.',
    'Behind a proxy all visitors would share their limits.',
  ])
})

test('a settings file is read as Docker and systemd read it', () => {
  const text =
    '# comment\nPORT=3000\nMAIL_FROM="Farm <a@example.com>"\n\nURL=postgres://u:p=1@h/d\n'
  expect(parseSettingsFile(text)).toEqual({
    PORT: '3000',
    MAIL_FROM: 'Farm <a@example.com>',
    URL: 'postgres://u:p=1@h/d',
  })
})
