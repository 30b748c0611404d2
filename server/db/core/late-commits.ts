/**
 * An event has the time at which its transaction began and is visible once that has committed: sums of a period are made this long
 * after its end. The database ends idle transactions after 30 seconds and statements after 15. Longer would cost: each run reads all
 * events since then.
 */
export const lateCommitMinutes = 10
