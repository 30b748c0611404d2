// /account/generations: paginated list of the account's generations.
import {
  type GenerationsPage,
  generationsPerPage,
} from '../../domain/generation/list-generations.ts'
import { Notice } from '../../html/notice.tsx'
import { Pager } from '../../html/pager.tsx'
import { accountScript, assetUrl } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { AccountFrame } from './frame.tsx'
import { GenerationItems, type ShownGeneration } from './generations.tsx'

export type GenerationsList = Omit<GenerationsPage, 'generations'> & {
  readonly generations: readonly ShownGeneration[]
  /** Whether a generation was just deleted. */
  readonly isDeleted?: boolean
}

export function generationsPage(list: GenerationsList, visitor: PageVisitor): Response {
  const { generations, total, page, pages, isDeleted = false } = list
  return pageResponse({
    title: 'Your generations',
    visitor,
    isWide: true,
    script: assetUrl(accountScript),
    body: (
      <AccountFrame current="/account/generations">
        <h1>Your generations</h1>
        {isDeleted ? <Notice kind="info" text="The model is deleted." /> : ''}
        <p>
          <a href="/account/pictures">Your pictures</a> · <a href="/pictures">Draw a picture</a>
        </p>
        <section class="panel" aria-label="Generations">
          <GenerationItems generations={generations} />
          <Pager
            page={page}
            pages={pages}
            perPage={generationsPerPage}
            shown={generations.length}
            total={total}
            pathOf={(each) =>
              each === 1 ? '/account/generations' : `/account/generations?page=${each}`
            }
          />
        </section>
      </AccountFrame>
    ),
  })
}
