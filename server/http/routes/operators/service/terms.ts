// /operator/terms: the farm's terms. Operators test new terms against the last month's orders and schedule them.
import { ok } from '../../../../domain/base/result.ts'
import { readTermsBoard } from '../../../../domain/desk/terms.ts'
import { onceByForm } from '../../../../domain/idempotency/once-by-form.ts'
import { checkTerms, planTerms, type TermsFailure } from '../../../../domain/terms/plan-terms.ts'
import { tryTerms } from '../../../../domain/terms/try-terms.ts'
import type { FieldErrors } from '../../../../html/form-fields.tsx'
import { deskTermsPath as path } from '../../../../pages/operators/parts/money-paths.ts'
import { wrongFields } from '../../../../pages/operators/parts/wrong-fields.ts'
import { termsUnchanged } from '../../../../pages/operators/terms/preview.tsx'
import { type TermsView, termsPage } from '../../../../pages/operators/terms/terms-page.tsx'
import { anyText } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form, wrongAt } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { readVersion } from '../../../middleware/stored-values.ts'
import { info, outcomeOf, problem } from '../forms/desk-list.ts'

const notices = {
  planned: info('Planned. Every process has read it before it holds.'),
}

const fields = { terms: anyText, validFrom: anyText, reason: anyText }

export const termsPages = [
  page({
    path,
    access: viewers,
    show: function showTerms(http, { query, caller }) {
      return render(http, caller, outcomeOf(notices, query['done']))
    },
  }),
  form({
    path: `${path}/preview`,
    access: operators,
    fields,
    act: async function previewTerms({ deps }, { body }) {
      const planned = await checkTerms(deps, body)
      if (!planned.ok) return wrongAt(errorsOf(planned.failure))
      const trial = await tryTerms(deps, planned.value.terms, deps.clock.now())
      return ok({ planned: planned.value, trial })
    },
    done: (http, { caller, body }, preview) => render(http, caller, { typed: body, preview }),
    refuse,
  }),
  form({
    path: `${path}/plan`,
    access: operators,
    fields: { ...fields, key: anyText, newest: anyText },
    act: async function planTermsByForm({ deps }, { request: { signal }, caller, body }) {
      const { key: formKey, ...asked } = body
      const sent = { caller, formKey, asked: ['plan terms', asked], signal }
      return await onceByForm(deps, sent, readVersion, async () => {
        const planned = await planTerms(deps, caller.email, asked)
        return planned.ok
          ? ok({ version: planned.value.terms.version })
          : wrongAt(errorsOf(planned.failure))
      })
    },
    done: () => `${path}?done=planned`,
    refuse,
  }),
]

/** Field and sentence of each failure with a fixed sentence. */
const sentences = {
  terms_moment_wrong: {
    validFrom: 'Enter a moment with its offset, such as 2027-01-01T00:00:00Z.',
  },
  terms_reason_missing: { reason: 'Enter why the terms change.' },
  terms_unchanged: { terms: termsUnchanged },
  terms_planned_since: { terms: 'Terms were planned since; try them again.' },
  terms_off: { terms: 'Nothing can be planned while TERMS_FILE is not set.' },
} as const satisfies Record<Exclude<TermsFailure['kind'], 'terms_wrong'>, FieldErrors>

const errorsOf = (failure: TermsFailure): FieldErrors =>
  failure.kind === 'terms_wrong' ? { terms: failure.problems.join(' ') } : sentences[failure.kind]

function refuse(
  http: HttpContext,
  { caller }: { readonly caller: DeskViewer },
  refused: FormRefusal,
): Promise<Response> {
  const { typedIn, errors } = refused
  const typed = {
    terms: typedIn('terms'),
    validFrom: typedIn('validFrom'),
    reason: typedIn('reason'),
  }
  const { status, text } = refused
  const notice = { ...problem(text), fields: wrongFields(errors) }
  return render(http, caller, { status, notice, typed, errors })
}

type Shown = Partial<Pick<TermsView, 'status' | 'notice' | 'typed' | 'errors' | 'preview'>>

async function render({ deps }: HttpContext, user: DeskViewer, shown: Shown): Promise<Response> {
  const empty = { typed: null, errors: {}, preview: null }
  return termsPage({
    ...empty,
    ...shown,
    ...(await readTermsBoard(deps)),
    user,
    formKey: deps.ids.uuid(),
  })
}
