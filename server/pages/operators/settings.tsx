// /operator/settings: desk users, links of wall screens, email notifications, and operators' recent changes here.

import { keysOf } from '../../domain/base/keys-of.ts'
import { maxEmailAddressCharacters } from '../../domain/base/text/text-lengths.ts'
import type { DeskPerson, DeskSettings } from '../../domain/desk/settings.ts'
import { limits } from '../../domain/limits/table.ts'
import { notificationKinds } from '../../domain/notifications/kinds.ts'
import type { StaffTarget } from '../../domain/notifications/ports.ts'
import { operatorActionKinds, type WallLink } from '../../domain/operators/ports.ts'
import { maxWallLinkNameCharacters } from '../../domain/operators/wall-links.ts'
import { ActionForm } from '../../html/action-form.tsx'
import { DataTable } from '../../html/data-table.tsx'
import { Choice, type FieldErrors, TextField } from '../../html/form-fields.tsx'
import { Section } from '../../html/section.tsx'
import { StateBadge } from '../base/state-badge.tsx'
import { Age } from './parts/age.tsx'
import { type DeskView, deskScreen } from './parts/desk-page.tsx'
import { shopPath } from './shop/shop-path.ts'

export type SettingsView = DeskView &
  DeskSettings & {
    readonly now: Date
    /** URL of a newly created link, shown once. */
    readonly fresh?: { readonly name: string; readonly url: string }
    readonly linkForm?: { readonly name: string; readonly errors: FieldErrors }
  }

export function settingsPage(view: SettingsView): Response {
  const { user } = view
  return deskScreen({
    ...view,
    tab: null,
    title: 'Settings',
    ...(user.role === 'viewer' ? {} : { beside: <a href={shopPath}>Shop</a> }),
    errors: view.linkForm?.errors ?? {},
    body: (
      <>
        <People view={view} />
        <WallLinks view={view} />
        <NotificationChoices view={view} />
        <Channel view={view} />
        {user.role === 'viewer' ? '' : <AccountRequests />}
        <Actions view={view} />
      </>
    ),
  })
}

type Props = { view: SettingsView }

/** Account requests about personal data. */
function AccountRequests() {
  return (
    <Section id="accounts" title="Data of a person">
      <p class="hint">
        Only for the person of the account, who asked for it. Both are recorded below by the
        account’s id.
      </p>
      <form method="post" action="/operator/settings/accounts/export">
        <TextField
          name="email"
          id="account-email"
          label="Address of the account"
          errors={{}}
          input={{ type: 'email', required: true }}
        />
        <p class="row">
          <button type="submit" class="quiet">
            Export
          </button>
          <button type="submit" class="danger" formaction="/operator/settings/accounts/delete">
            Delete…
          </button>
        </p>
      </form>
    </Section>
  )
}

function People({ view: { user, people, isFactorRequired: factorRequired } }: Props) {
  return (
    <Section id="people" title="Operators and viewers">
      <p class="hint">
        {factorRequired
          ? 'Everyone here needs a second factor. '
          : 'A second factor is each person’s choice. '}
        The lists are in the service’s configuration (OPERATOR_EMAILS, VIEWER_EMAILS).{' '}
        <a href="/account/second-factor">Your second factor</a>
      </p>
      <DataTable
        caption="Everyone who may see the desk"
        rows={people}
        empty="No address is configured."
        columns={[
          { label: 'Address', text: ({ email }) => email },
          { label: 'Role', text: ({ role }) => (role === 'operator' ? 'Operator' : 'Viewer') },
          { label: 'Second factor', cell: (person) => <Factor person={person} /> },
          ...(user.role === 'viewer'
            ? []
            : [
                {
                  label: 'Action',
                  cell: ({ email, hasFactor }: DeskPerson) =>
                    hasFactor && email !== user.email ? (
                      <ActionForm
                        action="/operator/settings/second-factor/reset"
                        fields={{ email }}
                        label="Reset"
                        about={`the second factor of ${email}`}
                      />
                    ) : (
                      <span></span>
                    ),
                },
              ]),
        ]}
      />
      {user.role === 'viewer' ? '' : <CustomerFactor />}
    </Section>
  )
}

/** Removes a customer's second factor. A customer who lost the phone and the backup codes cannot sign in otherwise. */
function CustomerFactor() {
  return (
    <form class="row" method="post" action="/operator/settings/second-factor/reset">
      <label for="customer-email">Second factor of a customer</label>
      <input
        id="customer-email"
        name="email"
        type="email"
        required
        maxlength={maxEmailAddressCharacters}
        autocomplete="off"
        placeholder="name@example.com"
      />
      <button type="submit" class="quiet">
        Reset…
      </button>
    </form>
  )
}

function Factor({ person: { hasAccount, hasFactor } }: { person: DeskPerson }) {
  if (hasFactor) return <StateBadge state="done" label="Set up" />
  return <StateBadge state="waiting" label={hasAccount ? 'Not set up' : 'Has not signed up'} />
}

function WallLinks({ view }: Props) {
  const { user, links, now, fresh } = view
  return (
    <Section id="wall-links" title="Wall links">
      <p class="hint">
        A wall link shows the farm’s numbers on a screen without an account. It opens the wall view
        and nothing else, and it can be revoked.
      </p>
      {fresh === undefined ? '' : <FreshLink name={fresh.name} url={fresh.url} />}
      <DataTable
        caption="Wall links, newest first"
        rows={links}
        empty="None. Make one for each screen, so that each can be revoked separately."
        columns={[
          { label: 'Screen', text: ({ name }) => name },
          { label: 'Made by', text: ({ createdBy }) => createdBy },
          {
            label: 'Age',
            kind: 'number',
            cell: ({ createdAt }) => <Age since={createdAt} now={now} />,
          },
          {
            label: 'Last used',
            kind: 'number',
            cell: ({ lastUsedAt }) =>
              lastUsedAt === null ? <span>never</span> : <Age since={lastUsedAt} now={now} />,
          },
          ...(user.role === 'viewer'
            ? []
            : [
                {
                  label: 'Action',
                  cell: ({ id, name }: WallLink) => (
                    <ActionForm
                      action="/operator/settings/wall-links/revoke"
                      fields={{ id }}
                      label="Revoke"
                      about={name}
                    />
                  ),
                },
              ]),
        ]}
      />
      {user.role === 'viewer' ? '' : <NewLink form={view.linkForm ?? { name: '', errors: {} }} />}
    </Section>
  )
}

function FreshLink({ name, url }: { name: string; url: string }) {
  return (
    <div class="notice" role="status">
      <p>
        <strong>{`The link for ${name}`}</strong>, shown once. Open it on the screen:
      </p>
      <p class="secret">
        <code>{url}</code>
      </p>
    </div>
  )
}

function NewLink({ form }: { form: { name: string; errors: FieldErrors } }) {
  return (
    <form method="post" action="/operator/settings/wall-links" class="narrow">
      <TextField
        name="name"
        label="Name of the screen"
        value={form.name}
        hint="Where it hangs, such as “Workshop”."
        errors={form.errors}
        input={{ maxlength: maxWallLinkNameCharacters, required: true, autocomplete: 'off' }}
      />
      <button type="submit">Make a wall link</button>
    </form>
  )
}

function NotificationChoices({ view: { user, notifications } }: Props) {
  const off = notifications.filter(({ isEnabled: enabled }) => !enabled)
  return (
    <Section id="notifications" title="Notifications by email">
      <p class="hint">
        Sent to every operator: at most one mail in {limits['operator-email'].windowSeconds / 60}{' '}
        minutes for each kind and {limits['operator-email-all'].limit} an hour in all; the rest
        comes as a digest.
      </p>
      {user.role === 'viewer' ? (
        <p>
          {off.length === 0
            ? 'All kinds are on.'
            : `Off: ${off.map(({ kind }) => notificationKinds[kind].label).join('; ')}.`}
        </p>
      ) : (
        <form method="post" action="/operator/settings/notifications">
          <fieldset class="field">
            <legend>Email operators when</legend>
            {notifications.map(({ kind, isEnabled: enabled }) => (
              <Choice
                type="checkbox"
                id={`notify-${kind}`}
                name={kind}
                value="1"
                label={notificationKinds[kind].label}
                checked={enabled}
              />
            ))}
          </fieldset>
          <button type="submit">Save</button>
        </form>
      )}
    </Section>
  )
}

/** Display names of the staff channels. */
export const targetNames: Readonly<Record<StaffTarget, string>> = {
  ntfy: 'the ntfy topic',
  webhook: 'the webhook',
}

function Channel({ view: { user, staffTargets } }: Props) {
  const names = staffTargets.map((target) => targetNames[target]).join(' and ')
  return (
    <Section id="channel" title="Channel of the staff">
      <p>
        {names === ''
          ? 'None is configured: operators are told by email alone, which may be what is broken. NTFY_URL or STAFF_WEBHOOK_URL sets one.'
          : `What is mailed to operators is posted to ${names} as well, and that no worker runs.`}
      </p>
      {names === '' || user.role === 'viewer' ? (
        ''
      ) : (
        <ActionForm
          action="/operator/settings/channel/test"
          fields={{}}
          label="Post a test"
          about="to the channel"
        />
      )}
    </Section>
  )
}

function Actions({ view: { actions, now } }: Props) {
  return (
    <Section id="actions" title="What operators did">
      <DataTable
        caption="Actions of operators beside orders, newest first"
        rows={actions}
        empty="Nothing yet. Changes of orders are on the orders’ pages."
        columns={[
          { label: 'Action', text: ({ kind }) => labelOf(kind) },
          { label: 'Of', text: ({ subject }) => subject },
          { label: 'Reason', text: ({ reason }) => reason ?? '' },
          { label: 'By', text: ({ by }) => by },
          { label: 'Age', kind: 'number', cell: ({ at }) => <Age since={at} now={now} /> },
        ]}
      />
    </Section>
  )
}

function labelOf(kind: string): string {
  const known = keysOf(operatorActionKinds).find((each) => each === kind)
  return known === undefined ? kind : operatorActionKinds[known]
}
