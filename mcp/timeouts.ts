// How long each kind of tool may take, in milliseconds: contract.md 9.5.

export const timeouts = {
  /** The tools that read, and generate_model. */
  read: 25_000,
  order: 45_000,
  /** check_printability and quote_print, of which the download may take 60 s. */
  file: 90_000,
  /** One request from its arrival to its answer, whatever the tool. */
  route: 120_000,
} as const
