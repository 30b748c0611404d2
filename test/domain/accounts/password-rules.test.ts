// The rules for new passwords, with the real list of common ones.
import { expect, test } from 'bun:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isCommonPassword } from '../../../server/adapters/auth/common-passwords.ts'
import { passwordProblem } from '../../../server/domain/accounts/password-rules.ts'

test.each([
  ['seven77', 'too_short'],
  ['x'.repeat(129), 'too_long'],
  ['Password1', 'common'],
  ['  sunshine ', 'common'],
  ['11111111', 'common'],
  ['ada.lovelace@example.com', 'own_address'],
  ['ADA.LOVELACE', 'own_address'],
  ['ada.lovelace.', null],
  ['x'.repeat(128), null],
  ['correct horse battery staple', null],
  // Passwords of the tests and the documentation's examples.
  ['a password for tests', null],
  ['a good password', null],
  ['eight or more', null],
] as const)('%s: %p', (password, problem) => {
  const email = 'Ada.Lovelace@example.com'
  expect(passwordProblem({ isCommonPassword }, { password, email })).toBe(problem)
})

test('the list has at least ten thousand entries', () => {
  expect(new Set(dictionary['passwords-common']).size).toBeGreaterThanOrEqual(10_000)
  // Common passwords of at least eight characters that every published list contains.
  const top = [
    'password',
    '12345678',
    '123456789',
    '1234567890',
    'iloveyou',
    'sunshine',
    'princess',
  ]
  expect(top.filter((entry) => !isCommonPassword(entry))).toEqual([])
})
