// One-time addresses to which an agent's buyer uploads a file without a key (decisions.md 61). The address is the
// credential: a keyed hash covers the account, the upload's id and the expiry. Nothing is stored until a file arrives,
// under that id.

import type { StoredBytesDeps } from '../accounts/stored-bytes.ts'
import { type AccountCaller, type AccountId, accountIdOf } from '../base/caller.ts'
import type { Clock, Ids, KeyedBytes } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { modelAddress } from '../models/model-address.ts'
import type { PrintModels, SlicingDeps } from '../slicing/ports.ts'
import {
  type StoredUpload,
  type StoredUploadFailure,
  type UploadInput,
  uploadModel,
} from '../slicing/upload-model.ts'
import type { SignedUploadFailure } from './failure.ts'

type HandIn = {
  /** The id of the generation that the file becomes. */
  readonly id: string
  readonly accountId: AccountId
  /** When the address stops accepting a file. An uploaded file can be read for as long as it is stored. */
  readonly endsAt: Date
}

type HandInFailure = Extract<
  SignedUploadFailure,
  { kind: 'upload_not_found' | 'upload_expired' | 'upload_received' }
>

type KeyDeps = { readonly orderIds: KeyedBytes; readonly clock: Clock }
type FindDeps = KeyDeps & { readonly printModels: Pick<PrintModels, 'readForSlicing'> }

export const handInHours = 24
const pathPrefix = '/hand-in/'
// The log redacts texts with this prefix.
const tokenPrefix = 'svc_up_'
/** In hexadecimal digits. */
const [idDigits, timeDigits, macDigits] = [32, 8, 32]

/** Returns the address for the next file of an account. */
export function handInUrl(
  deps: KeyDeps & { readonly ids: Pick<Ids, 'uuid'>; readonly baseUrl: string },
  accountId: AccountId,
): string {
  const id = deps.ids.uuid().replaceAll('-', '')
  const endsAt = Math.floor(deps.clock.now().getTime() / 1000) + handInHours * 3600
  const account = hexDigitsOf([...accountId].map((letter) => letter.charCodeAt(0)))
  const facts = `${id}${endsAt.toString(16).padStart(timeDigits, '0')}${account}`
  return `${deps.baseUrl}${pathPrefix}${tokenPrefix}${facts}${macOf(deps, facts)}`
}

const hexDigitsOf = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const macOf = ({ orderIds }: KeyDeps, facts: string): string =>
  hexDigitsOf(orderIds.bytes(JSON.stringify(['hand-in', facts]))).slice(0, macDigits)

/** Compares in constant time, independent of the position of a difference. */
function isSameMac(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < other.length; index++) {
    difference |= (one.charCodeAt(index) || 0) ^ other.charCodeAt(index)
  }
  return difference === 0
}

/** Returns the token of an address of this service; null for any other link. */
export function handInToken(url: string, baseUrl: string): string | null {
  const start = `${baseUrl}${pathPrefix}`
  return url.startsWith(start) ? url.slice(start.length) : null
}

/** Reads the token. Checks neither the expiry nor whether the file has arrived. */
function readToken(deps: KeyDeps, token: string): Result<HandIn, HandInFailure> {
  const hex = token.startsWith(tokenPrefix) ? token.slice(tokenPrefix.length) : ''
  const [facts, mac] = [hex.slice(0, -macDigits), hex.slice(-macDigits)]
  const account = facts.slice(idDigits + timeDigits)
  if (!/^(?:[0-9a-f]{2})+$/.test(account) || !isSameMac(mac, macOf(deps, facts))) {
    return fail({ kind: 'upload_not_found' })
  }
  const endsAt = new Date(Number.parseInt(facts.slice(idDigits, idDigits + timeDigits), 16) * 1000)
  const id = facts.slice(0, idDigits).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const codes = (account.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return ok({ id, accountId: accountIdOf(String.fromCharCode(...codes)), endsAt })
}

export type OpenHandIn = { readonly id: string; readonly caller: AccountCaller }

/** Returns an address that still accepts a file, and the account to which the file is attributed. */
export async function findHandIn(
  deps: FindDeps & Pick<StoredBytesDeps, 'accounts'>,
  token: string,
): Promise<Result<OpenHandIn, HandInFailure>> {
  const read = readToken(deps, token)
  if (!read.ok) return read
  const { id, accountId, endsAt } = read.value
  if (endsAt <= deps.clock.now()) return fail({ kind: 'upload_expired' })
  const [account, earlier] = await Promise.all([
    deps.accounts.read(accountId),
    deps.printModels.readForSlicing(accountId, id),
  ])
  if (account === null) return fail({ kind: 'upload_not_found' })
  if (earlier !== null) return fail({ kind: 'upload_received' })
  const { email } = account
  return ok({ id, caller: { kind: 'account', accountId, email, credential: 'api_key' } })
}

/**
 * Returns the `gs://` address of the file, even after the expiry. `missing`: nothing was uploaded. null: the address
 * does not belong to this account.
 */
export async function handedInAddress(
  deps: FindDeps,
  accountId: AccountId,
  token: string,
): Promise<string | 'missing' | null> {
  const read = readToken(deps, token)
  if (!read.ok || read.value.accountId !== accountId) return null
  const model = await deps.printModels.readForSlicing(accountId, read.value.id)
  if (model === null) return 'missing'
  return model.modelUri === null ? null : modelAddress({ uri: model.modelUri, units: model.units })
}

/**
 * Measures and stores the file for the account of the address. If two files arrive concurrently, the first one is
 * used.
 */
export async function handIn(
  deps: SlicingDeps & StoredBytesDeps,
  { id, caller }: OpenHandIn,
  input: UploadInput,
): Promise<Result<StoredUpload, StoredUploadFailure | HandInFailure>> {
  const stored = await uploadModel(deps, caller, { ...input, generationId: id })
  return stored.ok && !stored.value.isNew ? fail({ kind: 'upload_received' }) : stored
}
