// /api/auth/*: sign-up, sign-in, codes, password reset and sign-out (decisions.md 19).
import { Elysia } from 'elysia'
import { type AuthGate, authBase } from './auth-gate.ts'

export const authRoutes = (gate: AuthGate) =>
  new Elysia().all(`${authBase}/*`, ({ request }) => gate.answer(request), {
    parse: 'none',
    detail: { hide: true },
  })
