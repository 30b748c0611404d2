// Errors that mean that the database cannot be reached.
import { expect, test } from 'bun:test'
import { isDatabaseUnreachable } from '../../../server/domain/base/database-unreachable.ts'

const sent = (code: string, severity: string) => Object.assign(new Error(code), { code, severity })

test.each([
  ['a database that accepts no connections', '55000', 'FATAL', true],
  ['an object that is not ready for a statement', '55000', 'ERROR', false],
  ['too many connections', '53300', 'FATAL', true],
  ['a read-only standby', '25006', 'ERROR', true],
  ['a violated constraint', '23505', 'ERROR', false],
])('%s', (_what, code, severity, unreachable) => {
  expect(isDatabaseUnreachable(sent(code, severity))).toBe(unreachable)
})
