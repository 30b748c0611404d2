// The refusal of a caller whose account was deleted meanwhile: sessions and keys end with their account.
import type { AccountFailure } from './failure.ts'

export const closedAccountFailure = ({
  isOfKey,
}: {
  readonly isOfKey: boolean
}): Extract<AccountFailure, { kind: 'api_key_required' | 'session_required' }> => ({
  kind: isOfKey ? 'api_key_required' : 'session_required',
})
