// The service's password hash, computed once for each password: it takes 0.15 s of CPU time per sign-in, and most
// tests only need a signed-in person. test/adapters/auth and the tests of real servers hash every time.
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { PasswordHashes } from '../../server/adapters/auth/auth-options.ts'

const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()

/** Equal passwords get equal salts, too. */
export const rememberedPasswords: PasswordHashes = {
  hash: (password) => remembered(hashes, password, () => hashPassword(password)),
  verify: (check) =>
    remembered(verdicts, JSON.stringify([check.hash, check.password]), () => verifyPassword(check)),
}

function remembered<T>(
  results: Map<string, Promise<T>>,
  key: string,
  compute: () => Promise<T>,
): Promise<T> {
  const result = results.get(key) ?? compute()
  results.set(key, result)
  return result
}
