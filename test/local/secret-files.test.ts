// Secrets from files: each secret variable may be given as NAME_FILE, and an error of a file names the variable.
import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, parseConfig } from '../../server/config/config.ts'
import { withoutFileSecrets } from '../../server/config/secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(text: string): string {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, text)
  return path
}

function problems(env: Record<string, string>): readonly string[] {
  const result = parseConfig(env)
  return result.ok ? [] : result.failure
}

const readers: Readonly<Record<string, readonly [string, (config: Config) => unknown]>> = {
  DATABASE_URL: ['postgres://u:p@db/x', ({ databaseUrl }) => databaseUrl],
  MIGRATION_DATABASE_URL: ['postgres://m:p@db/x', ({ migrationDatabaseUrl: url }) => url],
  STRIPE_SECRET_KEY: ['sk_test_file', ({ stripe }) => stripe?.secretKey],
  STRIPE_WEBHOOK_SECRET: ['whsec_file', ({ stripe }) => stripe?.webhookSecret],
  SMTP_URL: ['smtps://u:p@mail', ({ smtpUrl }) => smtpUrl],
  AUTH_SECRET: ['a'.repeat(32), ({ authSecret }) => authSecret],
  AUTH_SECRET_PREVIOUS: ['p'.repeat(32), ({ previousAuthSecret }) => previousAuthSecret],
  INTERNAL_KEY: ['i'.repeat(16), ({ internalKey }) => internalKey],
  INTERNAL_KEY_PREVIOUS: ['q'.repeat(16), ({ previousInternalKey }) => previousInternalKey],
  TRIPO_API_KEY: ['tripo', ({ tripo }) => tripo?.apiKey],
  FAL_KEY: ['fal', ({ fal }) => fal?.apiKey],
  OPENAI_API_KEY: ['openai', ({ openai }) => openai?.apiKey],
}

describe('a secret in a file', () => {
  for (const [name, [value, read]] of Object.entries(readers)) {
    test(`${name}_FILE is read, without the whitespace at its end`, () => {
      const others = name.startsWith('STRIPE_')
        ? { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', [name]: '' }
        : {}
      const result = parseConfig({ ...others, [`${name}_FILE`]: file(`${value} \r\n\n`) })
      if (!result.ok) throw new Error(result.failure.join(' '))
      expect(read(result.value)).toBe(value)
    })
  }

  test('counts as set in production', () => {
    const missing = problems({ NODE_ENV: 'production', AUTH_SECRET_FILE: file('a'.repeat(32)) })
    expect(missing.some((problem) => problem.startsWith('AUTH_SECRET '))).toBe(false)
    expect(missing.some((problem) => problem.startsWith('INTERNAL_KEY '))).toBe(true)
  })

  test('is checked like a value, and never repeated', () => {
    expect(problems({ AUTH_SECRET_FILE: file('too-short') })).toEqual([
      'AUTH_SECRET must have at least 32 characters.',
    ])
  })

  test('PORT_FILE is not a secret and is ignored', () => {
    const parsed = parseConfig({ PORT_FILE: file('1234') })
    expect(parsed.ok && parsed.value.port).toBe(3000)
  })
})

describe('an unusable file is refused by name', () => {
  const secret = 'a'.repeat(32)

  test('both set', () => {
    expect(problems({ AUTH_SECRET: secret, AUTH_SECRET_FILE: file(secret) })).toEqual([
      'AUTH_SECRET and AUTH_SECRET_FILE are both set. Keep the one that holds the current value and remove the other.',
    ])
  })

  const path = join(folder, 'missing')
  const cases: readonly (readonly [string, string, string])[] = [
    ['missing', path, 'which cannot be read (ENOENT). Check the path, and that'],
    ['a folder', folder, 'which cannot be read (EISDIR). Check the path, and that'],
    ['empty', file(' \n'), 'which is empty. Write the value of INTERNAL_KEY into it.'],
  ]
  for (const [what, named, words] of cases) {
    test(what, () => {
      const found = problems({ NODE_ENV: 'production', INTERNAL_KEY_FILE: named })
      expect(found).toHaveLength(1)
      expect(found[0]).toStartWith(`INTERNAL_KEY_FILE names "${named}", ${words}`)
    })
  }

  test.skipIf(process.getuid?.() === 0)('not readable by the user', () => {
    const closed = file(secret)
    chmodSync(closed, 0o000)
    expect(problems({ AUTH_SECRET_FILE: closed })[0]).toContain('cannot be read (EACCES)')
  })
})

test('a child process inherits the files and gets no second value of their variables', () => {
  const variables = { AUTH_SECRET: 'a', INTERNAL_KEY: 'b', PORT: '3000' }
  expect(withoutFileSecrets(variables, { AUTH_SECRET_FILE: '/run/secrets/auth' })).toEqual({
    INTERNAL_KEY: 'b',
    PORT: '3000',
  })
})

describe('a previous secret', () => {
  for (const name of ['AUTH_SECRET', 'INTERNAL_KEY']) {
    test(`that repeats ${name} is refused`, () => {
      const value = 'v'.repeat(32)
      expect(problems({ [name]: value, [`${name}_PREVIOUS`]: value })).toEqual([
        `${name}_PREVIOUS is the same as ${name}. Remove it, or set the other value.`,
      ])
    })
  }
})
