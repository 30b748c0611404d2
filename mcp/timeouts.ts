// Timeouts of the tools and of the route, in milliseconds (contract.md 9.5).

export const timeouts = {
  /** For tools that only read, and generate_model. */
  read: 25_000,
  order: 45_000,
  /** check_printability and quote_print, including 60 s for the download. */
  file: 90_000,
  /** One request, with any tool. */
  route: 120_000,
} as const
