// Registers routes on the router.
import { Elysia } from 'elysia'
import type { Route } from './route.ts'

/** A router with these routes, to be used by the service's router. */
export function mountRoutes<C>(context: C, routes: readonly Route<C>[]): Elysia {
  const app = new Elysia()
  for (const { method, path, contract, respond, direct } of routes) {
    // Handlers read bodies themselves: Elysia's own refusals are not those of the contract.
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
