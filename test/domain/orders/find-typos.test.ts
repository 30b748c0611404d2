// Typing errors in the address of a checkout.
import { expect, test } from 'bun:test'
import { findTypos } from '../../../server/domain/orders/submit/find-typos.ts'

const right = { email: 'ada@example.com', zip: '62701', country: 'US' }

test.each([
  [right, [true, true]],
  [{ ...right, zip: '62701-1234', email: 'a.b+c@mail.example.org' }, [true, true]],
  [{ ...right, email: 'ada@example' }, [false, true]],
  [{ ...right, email: 'ada@example.1' }, [false, true]],
  [{ ...right, email: 'Ada <ada@example.com>' }, [false, true]],
  [{ ...right, zip: 'ABC' }, [true, false]],
  [{ ...right, zip: '627011234' }, [true, false]],
  // Other countries have other codes, and blank fields are reported as missing.
  [{ ...right, zip: 'SW1A 1AA', country: 'GB' }, [true, true]],
  [{ email: '', zip: '', country: '' }, [true, true]],
])('%p', (entered, isRight) => {
  const wrong = findTypos(entered)
  expect([!wrong.includes('email'), !wrong.includes('zip')]).toEqual(isRight)
})
