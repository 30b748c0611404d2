// Checks the carrier account: its key, its balance, and the address that parcels are posted from.
import * as v from 'valibot'
import { authorizationOf } from '../../adapters/carriers/easypost-http.ts'
import type { Config } from '../../config/config.ts'
import type { Terms } from '../../domain/catalog/terms.ts'
import { postedFromAdvice } from '../../domain/errors/sentences.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { type Diagnosis, type Examined, fail, leftOut, messageOf, pass, warn } from './finding.ts'
import { readTermsInForce } from './terms.ts'

const requestTimeoutMs = 10_000
const lowCents = 2_000

const account = v.object({ balance: v.pipe(v.string(), v.regex(/^-?\d{1,9}(\.\d+)?$/)) })

export async function checkCarriers({ config }: Examined): Promise<readonly Diagnosis[]> {
  const { easyPost } = config
  if (easyPost === null) {
    return [leftOut('carriers', 'EASYPOST_API_KEY is not set: labels are bought elsewhere')]
  }
  const { customs } = await readTermsInForce(config)
  return [
    await checkAccount(easyPost, customs, config.production),
    ...(config.labelDefault === 'cheapest' && customs.packagingGrams === null ? [unweighed] : []),
  ]
}

/** Without the weight of the packaging, the page for packing knows no weight to compare rates for. */
const unweighed = warn(
  'carriers',
  'LABEL_DEFAULT=cheapest has no effect: the terms have no weight of the packaging.',
  'Set packagingGrams of customs in the terms, at /operator/terms or in the file of TERMS_FILE.',
)

async function checkAccount(
  easyPost: NonNullable<Config['easyPost']>,
  customs: Terms['customs'],
  production: boolean,
): Promise<Diagnosis> {
  const reach = 'Let this machine open https://api.easypost.com, or correct EASYPOST_API_BASE.'
  try {
    const { apiKey, apiBase } = easyPost
    const response = await fetch(`${apiBase}/v2/users`, {
      redirect: 'manual',
      headers: { authorization: authorizationOf(apiKey) },
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const body: unknown = await response.json().catch(() => null)
    if (response.status === 401 || response.status === 403) {
      return judgeRefusedKey(apiKey, production)
    }
    const read = v.safeParse(account, body)
    if (!response.ok || !read.success) {
      return fail('carriers', `EasyPost responds with ${response.status}.`, reach)
    }
    const balanceCents = Math.round(Number(read.output.balance) * 100)
    return judgeAccount(easyPost, customs, { balanceCents, production })
  } catch (error) {
    return fail('carriers', `EasyPost cannot be reached: ${messageOf(error)}`, reach)
  }
}

const testKeyText = 'The key is a test key: carriers refuse its labels.'
const testKeyAdvice = 'Set EASYPOST_API_KEY to the production key before the first real parcel.'

const isTestKey = (apiKey: string): boolean => apiKey.startsWith('EZTK')

/** Test keys may not read the account. */
function judgeRefusedKey(apiKey: string, production: boolean): Diagnosis {
  if (!isTestKey(apiKey)) {
    return fail(
      'carriers',
      'EasyPost does not accept the key.',
      'Set EASYPOST_API_KEY to a production key of https://www.easypost.com/account/api-keys.',
    )
  }
  return production
    ? warn('carriers', testKeyText, testKeyAdvice)
    : warn(
        'carriers',
        'EasyPost does not let this key read the account, which is normal for test keys.',
        testKeyAdvice,
      )
}

function judgeAccount(
  { apiKey, from }: NonNullable<Config['easyPost']>,
  { postedFrom }: Terms['customs'],
  { balanceCents, production }: { readonly balanceCents: number; readonly production: boolean },
): Diagnosis {
  if (from.country !== postedFrom) {
    return fail(
      'carriers',
      `EASYPOST_FROM is in ${from.country}, but the terms declare parcels posted from ${postedFrom}.`,
      postedFromAdvice,
    )
  }
  if (isTestKey(apiKey) && production) {
    return warn('carriers', testKeyText, testKeyAdvice)
  }
  return balanceCents < lowCents
    ? warn(
        'carriers',
        `The balance is ${formatDollars(balanceCents)}.`,
        'Add money at https://www.easypost.com/account/billing, unless the account is refilled automatically.',
      )
    : pass('carriers', `EasyPost, balance ${formatDollars(balanceCents)}`)
}
