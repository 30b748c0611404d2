// Confirmation before a form of the reference sends a request on behalf of an account.
import type { Operation, OperationForm } from './try-document.ts'

type WarnedOperation = Pick<OperationForm, 'method' | 'path'> & {
  readonly operation: Pick<Operation, 'operationId' | 'summary' | 'security'>
}

/** Irreversible effects, by operation id. Other operations are described only by their summary. */
export const consequences: Readonly<Record<string, string>> = {
  submitPrintOrder: 'The order is placed, and the saved card of the account is charged.',
  checkOut: 'The order is placed, and a gift card in it is used immediately.',
  buyGiftCard: 'A payment is opened.',
  buyCredits: 'A payment is opened.',
  generateModel: 'Credits of the account are used.',
  startGeneration: 'Credits of the account are used.',
  retextureModel: 'Credits of the account are used.',
  issueApiKey: 'The present API key stops working immediately, or after overlapHours.',
  revokeApiKey: 'The API key stops working immediately.',
  revokeExtensionToken: 'The token stops working immediately.',
  publishModel: 'Everyone can see, download and order the model.',
  refundOrder: 'The money goes back to the customer.',
  sendOrderMessage: 'The mail is sent to the customer.',
  confirmBulkAction: 'All orders of the preview are changed.',
}

/**
 * Returns the confirmation, or null for a request that reads or does not act for an account. Sessions are included: the
 * browser sends their cookie without a form field.
 */
export function warningOf(
  { method, path, operation }: WarnedOperation,
  /** Names of the security schemes that were filled in. */
  credentials: ReadonlySet<string>,
): string | null {
  const schemes = new Set((operation.security ?? []).flatMap((one) => Object.keys(one)))
  if (method === 'GET' || schemes.size === 0) return null
  const consequence = consequences[operation.operationId]
  return [
    `${method} ${path} is a real request (${operation.summary}), ${accountOf(schemes, credentials)}.`,
    ...(consequence === undefined ? [] : [consequence]),
    'Send it?',
  ].join(' ')
}

function accountOf(schemes: ReadonlySet<string>, credentials: ReadonlySet<string>): string {
  if (credentials.size > 0) return 'sent with the key that you entered'
  return schemes.has('session')
    ? 'sent for the account that is signed in in this browser'
    : 'sent without a key'
}
