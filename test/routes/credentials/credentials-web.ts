// The rows of the website in the table of credentials: carts, checkout, gift cards, credits, the gallery, models, and their pages.
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import type { Row } from './credentials-table.ts'

const session = ['session'] as const
const noSession = '401 Authentication required'
const toSignIn = '303 /account'
const toGiftCards = '303 /account?next=%2Fgift-cards'

const emptyJson = async () => ({ body: '{}', headers: { 'content-type': 'application/json' } })
const form = (fields: Record<string, string>) => async () => ({ body: new URLSearchParams(fields) })

const api = (path: string, admitted: string): Row => ({
  route: `POST ${path}`,
  takes: session,
  refused: noSession,
  admitted,
  request: emptyJson,
})

const noLine = async () => ({
  path: '/basket/lines/00000000-0000-4000-8000-000000000000',
  body: new URLSearchParams({ quantity: '1' }),
})

const noEntry = '/gallery/00000000-0000-4000-8000-000000000000'
const noModel = '/models/00000000-0000-4000-8000-000000000000'
const at = (path: string) => async () => ({ path })
const noPicture = '404 There is no picture of this model.'
const notFound = { owner: '404', other: '404', operator: '404' } as const
const toSignInFor = (path: string) => `303 /account?next=${encodeURIComponent(path)}`

export const webRows: readonly Row[] = [
  api('/api/cart-reprice', '400 items: is required'),
  api('/api/checkout', '400 items: is required'),
  api('/api/gift-cards/purchase', '400 amountCents: is required'),
  api('/api/gift-cards/check', '400 code: is required'),
  api('/api/account/credits', '400 pack: is required'),
  api('/api/gallery', '400 generationId required'),
  {
    route: 'DELETE /api/gallery/:id',
    takes: session,
    refused: noSession,
    admitted: '404 Gallery entry not found',
    request: at(`/api${noEntry}`),
  },
  { route: 'GET /gallery', takes: 'anyone', refused: '200', admitted: '200' },
  {
    route: 'GET /gallery/:id',
    takes: 'anyone',
    refused: '404',
    admitted: '404',
    request: at(noEntry),
  },
  {
    route: 'GET /gallery/:id/picture',
    takes: 'anyone',
    refused: noPicture,
    admitted: noPicture,
    request: at(`${noEntry}/picture`),
  },
  {
    route: 'POST /gallery/:id/withdraw',
    takes: session,
    refused: toSignIn,
    admitted: notFound,
    request: at(`${noEntry}/withdraw`),
  },
  {
    route: 'POST /gallery/:id/report',
    takes: 'anyone',
    refused: '404',
    admitted: '404',
    request: async () => ({ ...(await form({ reason: 'A brand.' })()), path: `${noEntry}/report` }),
  },
  ...['cancel', 'delete', 'refine'].map(
    (action): Row => ({
      route: `POST /models/:id/${action}`,
      takes: session,
      refused: toSignIn,
      admitted: notFound,
      request: at(`/models/none/${action}`),
    }),
  ),
  {
    route: 'GET /account/pictures',
    takes: session,
    refused: '303 /account?next=%2Faccount%2Fpictures',
    admitted: '200',
  },
  {
    route: 'POST /account/pictures/delete',
    takes: session,
    refused: toSignIn,
    admitted: notFound,
    request: form({ url: 'none' }),
  },
  { route: 'GET /generate', takes: session, refused: '200', admitted: '200' },
  { route: 'GET /pictures', takes: session, refused: '200', admitted: '200' },
  ...['draw', 'change'].map(
    (action): Row => ({
      route: `POST /pictures/${action}`,
      takes: session,
      refused: '303 /account?next=%2Fpictures',
      admitted: '400',
      request: form({ prompt: '' }),
    }),
  ),
  {
    route: 'POST /models/:id/retexture',
    takes: session,
    refused: toSignIn,
    admitted: notFound,
    request: async () => ({
      ...(await form({ prompt: 'gold' })()),
      path: `${noModel}/retexture`,
    }),
  },
  {
    route: 'POST /generate',
    takes: session,
    refused: '303 /account?next=%2Fgenerate',
    admitted: '400',
    request: form({ inputMode: 'text' }),
  },
  {
    route: 'GET /models/:id',
    takes: session,
    refused: toSignInFor(noModel),
    admitted: notFound,
    request: at(noModel),
  },
  {
    route: 'GET /drafts/:id',
    takes: session,
    refused: toSignInFor('/drafts/none'),
    admitted: notFound,
    request: at('/drafts/none'),
  },
  {
    route: 'GET /models/:id/picture',
    takes: session,
    refused: noPicture,
    admitted: noPicture,
    request: at(`${noModel}/picture`),
  },
  {
    route: 'GET /models/:id/live',
    takes: session,
    refused: '404',
    admitted: notFound,
    request: at(`${noModel}/live`),
  },
  {
    route: 'POST /models/:id/publish',
    takes: session,
    refused: toSignIn,
    admitted: notFound,
    request: at(`${noModel}/publish`),
  },
  {
    route: 'POST /models/:id/change',
    takes: session,
    refused: toSignIn,
    admitted: notFound,
    request: at(`${noModel}/change`),
  },
  { route: 'GET /quote/link', takes: session, refused: '200', admitted: '200' },
  {
    route: 'POST /quote/link',
    takes: session,
    refused: '303 /account?next=%2Fquote%2Flink%3Furl%3D%26units%3D',
    admitted: '400',
    request: form({ url: '' }),
  },
  {
    route: 'GET /hand-in/:token',
    takes: 'anyone',
    refused: '404',
    admitted: '404',
    request: at('/hand-in/svc_up_00'),
  },
  {
    route: 'POST /hand-in/:token',
    takes: 'anyone',
    refused: '404 Upload not found',
    admitted: '404 Upload not found',
    request: at('/hand-in/svc_up_00'),
  },
  {
    route: 'GET /ucp/continue/:id',
    takes: 'anyone',
    refused: '404',
    admitted: '404',
    request: at('/ucp/continue/00'),
  },
  {
    route: 'POST /ucp/continue/:id',
    takes: 'anyone',
    refused: '404',
    admitted: '404',
    request: at('/ucp/continue/00'),
  },
  { route: 'GET /buy', takes: 'anyone', refused: '303 /quote', admitted: '303 /quote' },
  { route: 'GET /buy/:items', takes: 'anyone', refused: '303 /quote', admitted: '303 /quote' },
  { route: 'GET /basket', takes: 'anyone', refused: '200', admitted: '200' },
  { route: 'POST /basket', takes: 'anyone', refused: '303 /basket', admitted: '303 /basket' },
  {
    route: 'POST /basket/parts',
    takes: 'anyone',
    refused: '400',
    admitted: '400',
    elsewhere: '303 /basket',
    request: form({ modelUrl: 'x' }),
  },
  {
    route: 'POST /basket/lines/:id',
    takes: 'anyone',
    refused: '404',
    admitted: '404',
    request: noLine,
  },
  {
    route: 'POST /basket/lines/:id/settings',
    takes: 'anyone',
    refused: '404',
    admitted: '404',
    request: async () => ({ ...(await noLine()), path: `${(await noLine()).path}/settings` }),
  },
  // The form fills in the address of a signed-in user.
  { route: 'GET /contact', takes: session, refused: '200', admitted: '200 as themselves' },
  ...['/terms', '/privacy', '/refunds', '/help'].map(
    (path): Row => ({ route: `GET ${path}`, takes: 'anyone', refused: '200', admitted: '200' }),
  ),
  {
    route: 'POST /contact',
    takes: 'anyone',
    refused: '400',
    admitted: '400',
    request: async (_cast, { db }) => {
      await resetRateLimits(db, 'ticket-%')
      return { body: new URLSearchParams({ email: 'none' }) }
    },
  },
  {
    route: 'POST /api/support',
    takes: 'anyone',
    refused: '400 messages: is required',
    admitted: '400 messages: is required',
    request: async (_cast, { db }) => {
      await resetRateLimits(db, 'support-%')
      return { body: '{}' }
    },
  },
  {
    route: 'POST /contact/ask',
    takes: session,
    refused: '400',
    admitted: '400 as themselves',
    request: form({ question: '' }),
  },
  ...['GET /tickets/:id', 'POST /tickets/:id', 'GET /tickets/:id/files/:file'].map(
    (route): Row => ({ route, takes: 'anyone', refused: '404', admitted: '404' }),
  ),
  {
    route: 'GET /basket/lines/:id/picture.png',
    takes: 'anyone',
    refused: '404 That line is no longer in the basket.',
    admitted: '404 That line is no longer in the basket.',
    request: async () => ({ path: `${(await noLine()).path}/picture.png` }),
  },
  { route: 'GET /checkout', takes: 'anyone', refused: '303 /basket', admitted: '303 /basket' },
  { route: 'POST /checkout', takes: 'anyone', refused: '303 /basket', admitted: '303 /basket' },
  {
    route: 'POST /orders/:code/again',
    takes: session,
    refused: toSignIn,
    admitted: { owner: '404', other: '404', operator: '404' },
    request: at('/orders/ORD-XXXXXX/again'),
  },
  { route: 'GET /gift-cards', takes: session, refused: '200', admitted: '200' },
  { route: 'POST /gift-cards/buy', takes: session, refused: toGiftCards, admitted: '400' },
  { route: 'POST /gift-cards/check', takes: session, refused: toGiftCards, admitted: '200' },
  {
    route: 'POST /account/credits',
    takes: session,
    refused: toSignIn,
    admitted: '400 as themselves',
  },
]
