/**
 * How long after the end of a period its sums are computed. The time of an event is the start of its transaction, but the event becomes
 * visible only at the commit. The database ends idle transactions after 30 seconds and statements after 15. A longer wait would cost more,
 * because each run reads all events since then.
 */
export const lateCommitMinutes = 10
