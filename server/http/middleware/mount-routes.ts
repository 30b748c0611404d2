// Registers routes on the router.
import { Elysia } from 'elysia'
import type { Route } from './route.ts'

/** Returns a router with these routes, for use by the service's router. */
export function mountRoutes<C>(context: C, routes: readonly Route<C>[]): Elysia {
  const app = new Elysia()
  for (const { method, path, contract, respond, direct } of routes) {
    // Handlers read bodies themselves, because Elysia's refusals do not match the contract.
    const options = { parse: 'none', detail: { hide: contract === null } } as const
    if (direct !== undefined) {
      app.route(method, path, ({ request }) => direct(request, context), options)
    } else {
      app.route(
        method,
        path,
        ({ request, params, query }) => respond(context, { request, params, query }),
        options,
      )
    }
  }
  return app
}
