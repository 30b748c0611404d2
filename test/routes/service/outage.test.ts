// Which errors mean that the database or the disk is unavailable.
import { describe, expect, test } from 'bun:test'
import { isDatabaseUnreachable } from '../../../server/domain/base/database-unreachable.ts'
import { outageOf } from '../../../server/http/responses/outage.ts'

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code })

describe('isDatabaseUnreachable', () => {
  for (const [name, error, is] of [
    ['connection refused', coded('ECONNREFUSED'), true],
    ['connection reset', coded('ECONNRESET'), true],
    ['every address refused', new AggregateError([coded('ECONNREFUSED')]), true],
    ['connection lost', new Error('Connection terminated unexpectedly'), true],
    ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
    ['shut down by an administrator', coded('57P01'), true],
    ['starting', coded('57P03'), true],
    ['too many connections', coded('53300'), true],
    ['connection exception', coded('08006'), true],
    ['read-only standby', coded('25006'), true],
    ['wrapped', new Error('insert failed', { cause: coded('ECONNRESET') }), true],
    ['unique violation', coded('23505'), false],
    ['statement timeout', coded('57014'), false],
    ['bad encoding', coded('22021'), false],
    ['disk full', coded('ENOSPC'), false],
    ['a bug', new TypeError('x is not a function'), false],
    ['no error at all', 'ECONNREFUSED', false],
  ] as const) {
    test(`${name}: ${is}`, () => {
      expect(isDatabaseUnreachable(error)).toBe(is)
    })
  }
})

describe('outageOf', () => {
  const request = (method: string, path: string) =>
    new Request(`http://localhost${path}`, { method })

  test('a full disk is distinguished from a bug', () => {
    expect(outageOf(request('POST', '/api/generate'), coded('ENOSPC'))).toEqual({
      code: 'disk_full',
      sentence: 'The service has no room for files at the moment. Try again shortly.',
      retryAfterSeconds: 5,
    })
    expect(outageOf(request('POST', '/api/generate'), new Error('a bug'))).toBeNull()
  })

  test.each(['/api/generate', '/api/generate/start', '/api/retexture'])(
    'POST %s may be repeated only while its body is unread',
    async (path) => {
      const lost = new Error('Connection terminated unexpectedly')
      const sent = new Request(`http://localhost${path}`, { method: 'POST', body: '{}' })
      expect(outageOf(sent, lost)).toEqual({
        code: 'database_away_unstarted',
        sentence:
          'The service cannot reach its database at the moment. Nothing was charged; try again shortly.',
        retryAfterSeconds: 5,
      })
      await sent.text()
      expect(outageOf(sent, lost)).toEqual({
        code: 'generation_in_doubt',
        sentence:
          'The service lost its database while it worked on this generation. Look on the account page whether it was started before you send it again. Credits of a generation that does not finish are refunded.',
        retryAfterSeconds: null,
      })
    },
  )
})
