// The rows of the website in the table of credentials: carts, checkout, gift cards, credits, and their pages.
import type { Row } from './credentials-table.ts'

const session = ['session'] as const
const noSession = '401 Authentication required'
const toSignIn = '303 /account'
const toGiftCards = '303 /account?next=%2Fgift-cards'
const toCheckout = '303 /account?next=%2Fcheckout'

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

export const webRows: readonly Row[] = [
  api('/api/cart-reprice', '400 items: is required'),
  api('/api/checkout', '400 items: is required'),
  api('/api/gift-cards/purchase', '400 amountCents: is required'),
  api('/api/gift-cards/check', '400 code: is required'),
  api('/api/account/credits', '400 pack: is required'),
  { route: 'GET /basket', takes: 'anyone', refused: '200', admitted: '200' },
  {
    route: 'POST /basket/parts',
    takes: 'anyone',
    refused: '400',
    admitted: '400',
    request: form({ modelUrl: 'x' }),
  },
  {
    route: 'POST /basket/lines/:id',
    takes: 'anyone',
    refused: '303 /basket',
    admitted: '303 /basket',
    request: noLine,
  },
  {
    route: 'GET /basket/lines/:id/picture.png',
    takes: 'anyone',
    refused: '404 That line is not in the basket any more.',
    admitted: '404 That line is not in the basket any more.',
    request: async () => ({ path: `${(await noLine()).path}/picture.png` }),
  },
  { route: 'GET /checkout', takes: session, refused: toCheckout, admitted: '303 /basket' },
  { route: 'POST /checkout', takes: session, refused: toCheckout, admitted: '303 /basket' },
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
