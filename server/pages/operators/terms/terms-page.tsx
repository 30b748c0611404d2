// /operator/terms: current prices, scheduled prices, the history, and the form that tests and schedules new ones.
import type { KeptVersion, TermsBoard } from '../../../domain/desk/terms.ts'
import type { PlannedTerms, TypedTerms } from '../../../domain/terms/plan-terms.ts'
import { statedTerms } from '../../../domain/terms/read-terms.ts'
import { leadSeconds } from '../../../domain/terms/schedule.ts'
import { maxTermsReasonCharacters } from '../../../domain/terms/terms-file.ts'
import type { Trial } from '../../../domain/terms/try-terms.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { type FieldErrors, TextArea, TextField } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { type DeskUser, type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { historyHint } from '../parts/hints.ts'
import { Moment } from '../parts/moment.tsx'
import { deskTermsPath } from '../parts/money-paths.ts'
import { Preview } from './preview.tsx'
import { TermsTables } from './terms-tables.tsx'

export type TermsView = DeskView &
  TermsBoard & {
    /** Entered values. null shows the current terms for editing. */
    readonly typed: TypedTerms | null
    readonly errors: FieldErrors
    readonly formKey: string
    readonly preview: { readonly planned: PlannedTerms; readonly trial: Trial } | null
  }

export function termsPage(view: TermsView): Response {
  const { user, holdsOwn, inForce, planned, history, preview, errors } = view
  return deskScreen({
    ...view,
    tab: 'money',
    title: 'Terms',
    beside: <a href="/operator/money">Money</a>,
    errors,
    body: (
      <>
        {preview === null ? (
          ''
        ) : (
          <Preview
            {...preview}
            typed={view.typed}
            holdsOwn={holdsOwn}
            formKey={view.formKey}
            timeZone={user.timeZone}
          />
        )}
        <Section id="in-force" title="In force">
          <p>
            {inForce === null ? (
              holdsOwn ? (
                'The contract’s terms: no version of the farm’s own holds yet.'
              ) : (
                'The contract’s terms, because TERMS_FILE is not set. Terms can be tried here, and planned once it is set.'
              )
            ) : (
              <>
                Version {inForce.terms.version}, since{' '}
                <Moment at={inForce.validFrom} timeZone={user.timeZone} form="dated" />
                {inForce.reason === null ? '' : `: ${inForce.reason}`}
              </>
            )}
          </p>
          <TermsTables terms={view.terms} />
        </Section>
        <Section id="planned" title="Planned">
          <Versions
            caption="Planned versions, the next one first"
            versions={planned.map((version) => ({ ...version, replacedBy: null }))}
            empty="Nothing is planned."
            user={user}
          />
          {planned.length === 0 ? (
            ''
          ) : (
            <p class="hint">
              A version that is stored later replaces those planned for its moment or after it.
            </p>
          )}
        </Section>
        {user.role === 'viewer' ? '' : <TryForm {...view} />}
        <Section id="history" title="History">
          <Versions
            caption="Stored versions, newest first"
            versions={history}
            empty="No version was stored yet. A terms file is stored when a process starts with it."
            user={user}
          />
        </Section>
      </>
    ),
  })
}

type VersionsProps = {
  caption: string
  versions: readonly KeptVersion[]
  empty: string
  user: DeskUser
}

function Versions({ caption, versions, empty, user: { timeZone } }: VersionsProps) {
  return (
    <DataTable
      caption={caption}
      rows={versions}
      empty={empty}
      columns={[
        { label: 'Version', text: ({ terms }) => String(terms.version) },
        {
          label: 'Holds from',
          cell: (version) => (
            <span>
              <Moment at={version.validFrom} timeZone={timeZone} form="dated" />
              {version.replacedBy === null
                ? ''
                : ` (replaced by version ${version.replacedBy}, never held)`}
            </span>
          ),
        },
        {
          label: 'Stored',
          cell: ({ storedAt }) => <Moment at={storedAt} timeZone={timeZone} form="dated" />,
        },
        {
          label: 'By',
          text: ({ storedBy, fileVersion }) => storedBy ?? `terms file, version ${fileVersion}`,
        },
        { label: 'Reason', cell: ({ reason }) => <span>{reason ?? ''}</span> },
        {
          label: 'Changes',
          cell: ({ changes }) => <span>{changes.length === 0 ? 'none' : changes.join(' ')}</span>,
        },
      ]}
    />
  )
}

function TryForm({ typed, terms, errors }: TermsView) {
  const {
    terms: text,
    validFrom,
    reason,
  } = typed ?? {
    terms: JSON.stringify(statedTerms(terms), null, 2),
    validFrom: '',
    reason: '',
  }
  return (
    <Section id="try" title="Try new terms">
      <form method="post" action={`${deskTermsPath}/preview`} class="narrow-form">
        <TextArea
          name="terms"
          label="Terms"
          value={text}
          errors={errors}
          hint="Change the terms in force, or paste a terms file. Amounts are cents, densities hundredths of g/cm³. What is left out is the contract’s."
          area={{ rows: 16, spellcheck: 'false', required: true }}
        />
        <TextField
          name="validFrom"
          label="Valid from (optional)"
          value={validFrom}
          errors={errors}
          hint={`With its offset, such as 2027-01-01T00:00:00+01:00. At least ${leadSeconds} seconds ahead; empty is as soon as possible.`}
          input={{ autocomplete: 'off' }}
        />
        <TextField
          name="reason"
          label="Reason"
          value={reason}
          errors={errors}
          hint={historyHint}
          input={{ maxlength: maxTermsReasonCharacters, autocomplete: 'off' }}
        />
        <button type="submit">Try on the last month’s orders</button>
      </form>
    </Section>
  )
}
