// How long things are kept. Sentences, statements and the privacy text take the numbers from here; what the operator sets is in the
// configuration (`RETENTION_DAYS`, `BASKET_DAYS`, `KEPT_FILE_HOURS`).

/** Mails, bulk actions and what operators were notified of, in days. */
export const keptDays = 90

/** The response that is stored for an Idempotency-Key, in hours (decisions.md 14). */
export const keyHours = 24
