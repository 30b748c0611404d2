// GET and POST of the hosted pages: /checkout/:session for payments, /setup/:session for saving a card.

import type Stripe from 'stripe'
import type { World } from '../core/world.ts'
import { currentSession } from '../resources/checkout-sessions.ts'
import { emailOf, finishAuthentication, intentOf, type Submitted, submitCard } from './complete.ts'
import {
  authenticationPage,
  cardPage,
  closedPage,
  type KnownVisitor,
  unknownPage,
} from './page.tsx'

const pagePath = /^(\/(checkout|setup)\/(cs_[A-Za-z0-9_]{1,255}))(\/authenticate)?$/
const emptyForm = { number: '', expiry: '' }

type Form = { readonly get: (name: string) => string }

/** Serves a hosted page, or returns null for another path. The caller runs it in one transaction of the store. */
export function serveHosted(
  world: World,
  request: { method: string; path: string; form: Form },
): Response | null {
  const [, path, page, id, step] = pagePath.exec(request.path) ?? []
  if (path === undefined || id === undefined) return null
  const session = world.store.read('checkout.session', id)
  if (session === null || (session.mode === 'setup') !== (page === 'setup')) return unknownPage()
  if (request.method === 'GET') return show(world, id, path)
  if (request.method !== 'POST') {
    return new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
  }
  const { form } = request
  const submitted =
    step === undefined
      ? submitCard(world, id, {
          number: form.get('number'),
          expiry: form.get('expiry'),
          cvc: form.get('cvc'),
          email: form.get('email'),
        })
      : finishAuthentication(world, id, form.get('outcome') === 'complete')
  return respond(world, { id, path, form }, submitted)
}

function respond(
  world: World,
  at: { id: string; path: string; form: Form },
  submitted: Submitted,
): Response {
  switch (submitted.kind) {
    case 'done':
      return seeOther(successUrl(world, at.id))
    case 'authenticate':
      return seeOther(at.path)
    case 'expired':
      return show(world, at.id, at.path)
    case 'declined':
      return show(world, at.id, at.path, {
        status: 402,
        problem: submitted.message,
        typed: emptyForm,
      })
    case 'invalid':
      return show(world, at.id, at.path, {
        status: 400,
        problem: submitted.message,
        typed: {
          number: at.form.get('number').slice(0, 40),
          expiry: at.form.get('expiry').slice(0, 20),
        },
      })
  }
}

const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })

function successUrl(world: World, id: string): string {
  const session = world.store.read('checkout.session', id)
  if (!session?.success_url) throw new Error(`${id} has no success URL.`)
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

/** Renders the page for the session's current state. */
function show(
  world: World,
  id: string,
  path: string,
  problem: { status: number; problem: string | null; typed: typeof emptyForm } = {
    status: 200,
    problem: null,
    typed: emptyForm,
  },
): Response {
  const stored = world.store.read('checkout.session', id)
  if (stored === null) return unknownPage()
  const session = currentSession(world, stored)
  if (session.status !== 'open') return closedPage(session)
  const waits = intentOf(world, session)?.status === 'requires_action'
  if (waits && problem.problem === null) return authenticationPage(session, path)
  return cardPage(session, {
    path,
    itemName: world.store.hiddenOf(id).itemName ?? '',
    known: knownOf(world, session),
    ...problem,
  })
}

/** Returns the fields that Stripe fills in for a visitor: the email, and in payment mode the customer's most recently saved card. */
function knownOf(world: World, session: Stripe.Checkout.Session): KnownVisitor {
  const customer =
    typeof session.customer === 'string' ? world.store.read('customer', session.customer) : null
  const cards =
    customer === null || session.mode === 'setup'
      ? []
      : world.store.all('payment_method', { customer: customer.id })
  return { email: emailOf(session, customer), card: cards.at(-1)?.card ?? null }
}
