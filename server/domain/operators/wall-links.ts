// Links that show the wall view on a screen without an account: read-only, revocable, shown once.
import { hashSecret, secretBytes } from '../accounts/secrets.ts'
import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps, WallLink } from './ports.ts'

const prefix = 'svc_wall_'
const tokenForm = /^svc_wall_[0-9a-f]{48}$/
export const maxWallLinkNameCharacters = 100
const maxLinks = 50
const controlCharacter = /\p{Cc}/u

/** Creates a link. The token is returned only here and stored as a hash. */
export async function createWallLink(
  deps: Pick<OperatorDeps, 'wallLinks' | 'ids'>,
  by: string,
  sentName: string,
): Promise<Result<{ readonly name: string; readonly token: string }, OperatorFailure>> {
  const name = sentName.trim()
  if (name === '' || [...name].length > maxWallLinkNameCharacters || controlCharacter.test(name)) {
    return fail({ kind: 'wall_link_name_invalid' })
  }
  const token = prefix + deps.ids.secretHex(secretBytes)
  const link = { id: deps.ids.uuid(), tokenHash: await hashSecret(token), name, createdBy: by }
  if (await deps.wallLinks.add(link, maxLinks)) return ok({ name, token })
  return fail({ kind: 'too_many_wall_links', limit: maxLinks })
}

/** Returns the link of a token; null for a wrong, revoked or malformed one. */
export async function openWallLink(
  { wallLinks }: Pick<OperatorDeps, 'wallLinks'>,
  token: string,
): Promise<WallLink | null> {
  return tokenForm.test(token) ? await wallLinks.use(await hashSecret(token)) : null
}

export async function findWallLink(
  { wallLinks }: Pick<OperatorDeps, 'wallLinks'>,
  id: string,
): Promise<Result<WallLink, OperatorFailure>> {
  const link = isUuid(id) ? await wallLinks.find(id) : null
  return link === null ? notFound : ok(link)
}

/** Revokes a link. Takes effect immediately. */
export async function revokeWallLink(
  { wallLinks }: Pick<OperatorDeps, 'wallLinks'>,
  by: string,
  id: string,
): Promise<Result<void, OperatorFailure>> {
  return isUuid(id) && (await wallLinks.revoke(id, by)) ? ok(undefined) : notFound
}

const notFound = fail({ kind: 'wall_link_not_found' } as const)
