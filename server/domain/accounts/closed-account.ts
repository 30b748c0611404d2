// The failure for a caller whose account was deleted during the request. Sessions and keys end with their account.
import type { AccountFailure } from './failure.ts'

export const closedAccountFailure = ({
  isOfKey,
}: {
  readonly isOfKey: boolean
}): Extract<AccountFailure, { kind: 'api_key_required' | 'session_required' }> => ({
  kind: isOfKey ? 'api_key_required' : 'session_required',
})
