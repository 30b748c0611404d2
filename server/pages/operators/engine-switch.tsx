// /operator/engines/{engine}: the form that switches an engine off or on.

import {
  type EngineSwitch,
  imageSwitch,
  type SwitchName,
} from '../../domain/generation/engine/switches.ts'
import { maxSwitchReason } from '../../domain/operators/switch-engine.ts'
import { StateBadge } from '../base/state-badge.tsx'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import { type DeskView, deskScreen } from './parts/desk-page.tsx'
import { ReasonForm, type TypedReason } from './parts/reason-form.tsx'

export const enginePath = '/operator/engines'

export type EngineSwitchView = DeskView & {
  readonly engine: SwitchName
  /** null if the engine was never switched, so it is on. */
  readonly last: EngineSwitch | null
  /** Whether a key is configured for the vendor. The image model draws samples without one. */
  readonly isOffered: boolean
  /** Whether no other engine is on. */
  readonly isLast: boolean
  readonly form?: TypedReason
}

export function engineSwitchPage(view: EngineSwitchView): Response {
  const { user, engine, last, isOffered, isLast, form } = view
  const isOff = last?.isOff === true
  return deskScreen({
    ...view,
    tab: 'system',
    title: `${isOff ? 'Turn on' : 'Turn off'} ${engine}`,
    beside: <a href="/operator/system">System</a>,
    errors: form?.errors ?? {},
    body: (
      <>
        <dl class="facts">
          <dt>State</dt>
          <dd>
            <EngineState isOff={isOff} isOffered={isOffered} />
          </dd>
          {last === null ? (
            ''
          ) : (
            <>
              <dt>Reason</dt>
              <dd>{last.reason}</dd>
              <dt>By</dt>
              <dd>{last.by}</dd>
              <dt>Since</dt>
              <dd>
                <Time at={last.since} words={english} />
              </dd>
            </>
          )}
        </dl>
        <p>
          {isOff ? 'Requests may use it again immediately.' : effectOf(engine)}{' '}
          {isLast
            ? 'It is the only engine that is on: without it, generation is switched off for everyone.'
            : ''}
        </p>
        {user.role === 'operator' ? (
          <ReasonForm
            action={`${enginePath}/${engine}`}
            fields={{ turn: isOff ? 'on' : 'off' }}
            form={form}
            maxCharacters={maxSwitchReason}
            hiddenFrom="customers do"
            button={isOff ? 'Turn it on' : 'Turn it off'}
            isDanger={!isOff}
          />
        ) : (
          ''
        )}
      </>
    ),
  })
}

const effectOf = (engine: SwitchName): string =>
  engine === imageSwitch
    ? 'Pictures are neither drawn nor changed, and such requests cost nothing. Those that are being made are finished, and models are made as before.'
    : 'Requests that name it are refused and cost nothing, and all others go to other engines. What it is making now is finished.'

type EngineStateProps = Pick<EngineSwitchView, 'isOffered'> & { readonly isOff: boolean }

export function EngineState({ isOff, isOffered }: EngineStateProps) {
  if (!isOffered) return <span class="state">not configured</span>
  return <StateBadge state={isOff ? 'waiting' : 'done'} label={isOff ? 'off' : 'on'} />
}
