// /generate: turns words or photos into a model. States the cost before the user submits, and lists earlier results.

import { generationOff } from '../../domain/errors/sentences.ts'
import {
  type GenerationsPage,
  generationsPerPage,
} from '../../domain/generation/list-generations.ts'
import { creditsText } from '../../domain/generation/request/credit-cost.ts'
import { rightsNote } from '../../domain/generation/request/rights-note.ts'
import type { ModelSize } from '../../domain/generation/request/size.ts'
import { Notice } from '../../html/notice.tsx'
import { Pager } from '../../html/pager.tsx'
import { GenerationItems, type ShownGeneration } from '../accounts/generations.tsx'
import { assetUrl, galleryStyle, quoteStyle } from '../assets/assets.ts'
import type { BrowserBundle } from '../assets/browser-bundle.ts'
import { FormKey } from '../base/form-key.tsx'
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { RequestFields, type RequestForm } from './request-form.tsx'
import { SizePrices } from './size-prices.tsx'

export type GenerateView = {
  readonly visitor: PageVisitor
  readonly urls: BrowserBundle['urls']
  readonly form: RequestForm
  readonly formKey: string
  /** Cost of the form with the selected options, in credits. */
  readonly cost: number
  /** Cost of refining one of the drafts, in credits. null unless a set of drafts is selected. */
  readonly refineCost: number | null
  /** Model size in the form. */
  readonly size: ModelSize
  /** null for a visitor without a session. */
  readonly account: {
    readonly credits: number
    readonly list: Omit<GenerationsPage, 'generations'>
    readonly generations: readonly ShownGeneration[]
  } | null
  /** Whether the result is a sample because no 3D engine is configured. */
  readonly samples: boolean
  /** Whether the operator has switched generation off. */
  readonly closed: boolean
  readonly status?: number
  readonly notice?: string
  /** Whether the balance is too low. */
  readonly needsCredits?: boolean
}

export function generatePage(view: GenerateView): Response {
  const { urls, account, notice, status = 200 } = view
  return pageResponse({
    title: notice === undefined ? 'Generate a model' : 'Error: Generate a model',
    status,
    visitor: view.visitor,
    isWide: true,
    stylesheets: [assetUrl(quoteStyle), assetUrl(galleryStyle)],
    modules: [urls.generate],
    previews: true,
    body: (
      <>
        <div class="gallery-head">
          <h1>Generate a model</h1>
          <p class="muted">
            Describe a thing or show a photo of it. We make a model, repair it for printing and say
            whether it prints. Or <a href="/pictures">draw a picture</a> first, for nothing, and
            make that a model.
          </p>
        </div>
        {notice === undefined ? (
          ''
        ) : (
          <Notice kind="error" text={notice} errors={view.form.errors} />
        )}
        {view.closed ? <Notice kind="warning" text={closedText} /> : ''}
        <form
          id="generate"
          class="generate"
          method="post"
          action="/generate"
          enctype="multipart/form-data"
        >
          <FormKey value={view.formKey} />
          <RequestFields {...view.form} />
          <CostPanel view={view} />
        </form>
        {account === null ? '' : <History account={account} />}
      </>
    ),
  })
}

const closedText = `${generationOff} Finished models stay here.`

function CostPanel({ view }: { view: GenerateView }) {
  const { account, cost, refineCost, size, samples, closed, needsCredits = false } = view
  const isShort = account !== null && account.credits < cost
  return (
    <section class="panel cost" aria-labelledby="cost">
      <h2 id="cost">Price</h2>
      <p class="total">
        <span>This generation</span>
        <strong id="credit-cost" data-balance={account === null ? '' : String(account.credits)}>
          {creditsText(cost)}
        </strong>
      </p>
      <p class="balance" id="refine-cost" hidden={refineCost === null}>
        <span>Refining the one you choose</span>
        <span id="refine-credits">{refineCost === null ? '' : creditsText(refineCost)}</span>
      </p>
      {account === null ? (
        <p>
          Sign in to generate: a new account has credits to begin with. A failed generation costs
          nothing.
        </p>
      ) : (
        <>
          <p class="balance">
            <span>Your balance</span>
            <span>{creditsText(account.credits)}</span>
          </p>
          <p class="short" id="short" role="status" hidden={!isShort && !needsCredits}>
            Your balance is too low. <a href="/account#credits">Buy credits</a>
          </p>
        </>
      )}
      {samples ? (
        <p class="hint">
          No 3D engine is configured on this server, so you get a sample model. It costs credits all
          the same.
        </p>
      ) : (
        ''
      )}
      <div class="buttons">
        {account === null ? (
          <a class="button" href="/account?next=%2Fgenerate">
            Sign in to generate
          </a>
        ) : (
          <button type="submit" id="submit" disabled={closed}>
            Generate
          </button>
        )}
      </div>
      <h3>To print it later</h3>
      <div id="size-prices" aria-live="polite">
        <SizePrices size={size} />
      </div>
      <p class="hint">One PLA part with US postage; the exact price is known with the model.</p>
      <p class="hint">
        {account === null ? '' : 'The credits of a failed generation are given back. '}Each option
        says what it adds.
      </p>
      <p class="hint">
        {rightsNote} See the <a href="/terms">terms</a>.
      </p>
    </section>
  )
}

function History({ account }: { account: NonNullable<GenerateView['account']> }) {
  const { generations, list } = account
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">Your generations</h2>
      {generations.length === 0 ? (
        <p>Nothing yet. What you generate is listed here, with its state and its model.</p>
      ) : (
        <GenerationItems generations={generations} />
      )}
      <Pager
        {...list}
        perPage={generationsPerPage}
        shown={generations.length}
        pathOf={(page) => (page === 1 ? '/generate' : `/generate?page=${page}`)}
      />
    </section>
  )
}
