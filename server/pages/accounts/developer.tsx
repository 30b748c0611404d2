// /account/developer: credentials and spending limits for the account's programs.
import type { AccountView } from './account-view.ts'
import { ApiKey, Tokens } from './credentials.tsx'
import { PackingSlips } from './packing-slips.tsx'
import { SpendingLimits } from './spending.tsx'

export function Developer({ account }: { account: AccountView }) {
  const { card, apiKey, logo, tokens, fresh, tokenForm, spending, spendingForm } = account
  return (
    <>
      <h1>Developer</h1>
      <p class="muted">
        Keys for programs that order for you. <a href="/#start">One request orders a part</a>; the{' '}
        <a href="/docs">documentation</a> has guides and every endpoint.{' '}
        <a href="/account/requests">Requests of your programs</a> shows what they called.
      </p>
      <div class="account-columns">
        <div>
          <ApiKey apiKey={apiKey} hasCard={card !== null} fresh={fresh} />
          <Tokens tokens={tokens} fresh={fresh} form={tokenForm ?? { name: '', errors: {} }} />
        </div>
        <div>
          <SpendingLimits spending={spending} form={spendingForm} />
          <PackingSlips logo={logo} />
        </div>
      </div>
    </>
  )
}
