// Preview of new terms: their changes, the cost of the last month's orders under them, and the button that schedules
// them.
import type { PlannedTerms, TypedTerms } from '../../../domain/terms/plan-terms.ts'
import type { TermsVersion } from '../../../domain/terms/ports.ts'
import {
  type BeforeAfter,
  maxTriedOrders,
  type Trial,
  triedDays,
} from '../../../domain/terms/try-terms.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { Hidden } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { FormKey } from '../../base/form-key.tsx'
import { money, signedMoney } from '../../base/money.ts'
import { countryName } from '../../quotes/price/countries.ts'
import { Moment } from '../parts/moment.tsx'
import { deskTermsPath } from '../parts/money-paths.ts'

export const termsUnchanged = 'These terms are the same as the ones in force at that moment.'

type PreviewProps = {
  planned: PlannedTerms
  trial: Trial
  typed: TypedTerms | null
  holdsOwn: boolean
  formKey: string
  timeZone: string
}

export function Preview({ planned, trial, typed, holdsOwn, formKey, timeZone }: PreviewProps) {
  const { changes, validFrom, reason, replaces, isChange, newest } = planned
  const { total, postage, byMaterial, byCountry, isCut } = trial
  return (
    <>
      <Section id="preview" title="Preview">
        {changes.length === 0 ? (
          <p>{termsUnchanged}</p>
        ) : (
          <ul>
            {changes.map((change) => (
              <li>{change}</li>
            ))}
          </ul>
        )}
        <DataTable
          id="trial"
          caption={`Orders of the last ${triedDays} days by these terms`}
          showCaption
          rows={[
            { name: 'All orders', ...total },
            { name: 'of which postage', ...postage },
          ]}
          empty=""
          columns={[{ label: 'Sum', text: ({ name }) => name }, ...amounts]}
        />
        <p class="hint">
          Paid orders that were neither cancelled nor rejected. Refunds are not taken off. Weights
          follow the density, except those of sliced files.
          {isCut
            ? ` Only the newest ${maxTriedOrders.toLocaleString('en-US')} orders were tried.`
            : ''}
        </p>
      </Section>
      <div class="beside">
        <Section id="by-material" title="Print by material">
          <DataTable
            caption="Materials, before and after"
            rows={byMaterial}
            empty="No order."
            columns={[
              { label: 'Material', text: ({ material }) => material.toUpperCase() },
              ...amounts,
            ]}
          />
        </Section>
        <Section id="by-country" title="Print and postage by country">
          <DataTable
            caption="Countries, before and after"
            rows={byCountry}
            empty="No order."
            columns={[
              { label: 'Country', text: ({ country }) => countryName(country) },
              ...amounts,
            ]}
          />
        </Section>
      </div>
      {typed === null || !isChange || !holdsOwn ? (
        ''
      ) : (
        <Section id="plan" title="Plan these terms">
          <form method="post" action={`${deskTermsPath}/plan`}>
            <FormKey value={formKey} />
            <Hidden name="newest" value={String(newest)} />
            <Hidden name="terms" value={typed.terms} />
            <Hidden name="validFrom" value={typed.validFrom} />
            <Hidden name="reason" value={typed.reason} />
            <p>
              {validFrom === null ? (
                'They hold a minute after they are planned. '
              ) : (
                <>
                  They hold from <Moment at={validFrom} timeZone={timeZone} form="dated" /> or from
                  a minute after they are planned, whichever is later.{' '}
                </>
              )}
              Orders and quotes that exist by then keep their prices.
            </p>
            {replaces.map((version) => (
              <Removed version={version} timeZone={timeZone} />
            ))}
            {reason === null ? (
              <p class="hint">Enter a reason below and try again to plan them.</p>
            ) : (
              <button type="submit">{planText(replaces)}</button>
            )}
          </form>
        </Section>
      )}
    </>
  )
}

/** A planned version that never takes effect once the new one is planned: its time, author, reason and changes. */
function Removed({ version, timeZone }: { version: TermsVersion; timeZone: string }) {
  const { terms, validFrom, storedBy, reason, changes } = version
  return (
    <div class="notice warning">
      <p>
        This replaces version {terms.version}, planned for{' '}
        <Moment at={validFrom} timeZone={timeZone} form="dated" />
        {` by ${storedBy ?? 'the terms file'}${reason === null ? '' : `: ${reason}`}`}
      </p>
      {changes.length === 0 ? (
        ''
      ) : (
        <ul>
          {changes.map((change) => (
            <li>{change}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** `Plan them and remove version 3`. */
function planText(replaces: readonly TermsVersion[]): string {
  const numbers = replaces.map(({ terms }) => terms.version)
  if (numbers.length === 0) return 'Plan them'
  return `Plan them and remove ${numbers.length === 1 ? 'version' : 'versions'} ${numbers.join(', ')}`
}

const amounts: readonly Column<BeforeAfter>[] = [
  { label: 'Orders', kind: 'number', text: ({ orders }) => String(orders) },
  { label: 'Before', kind: 'number', text: ({ beforeCents }) => money(beforeCents) },
  { label: 'After', kind: 'number', text: ({ afterCents }) => signedMoney(afterCents) },
  { label: 'Difference', kind: 'number', text: differenceText },
]

function differenceText({ beforeCents, afterCents }: BeforeAfter): string {
  const cents = afterCents - beforeCents
  if (cents === 0) return money(0)
  const text = cents > 0 ? `+${money(cents)}` : signedMoney(cents)
  return beforeCents === 0 ? text : `${text} (${percentText((100 * cents) / beforeCents)})`
}

const percentText = (percent: number): string =>
  `${percent < 0 ? '\u2212' : '+'}${Math.abs(percent).toFixed(1)}%`
