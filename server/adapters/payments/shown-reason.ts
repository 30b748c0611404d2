// The processor's text without internal ids. Every reason that this folder returns for display passes through here.

/** Ids of the processor's objects and requests, such as `cus_9s6XKzkNRiz8i3`, quoted or not. */
const ids =
  /['"]?\b(?:(?:acct|ba|ch|cs|cus|du|evt|mandate|pi|pm|py|pyr|re|req|seti|src|tok|txn)_|card_\d)\w+['"]?/g

/** Returns a sentence of the processor without ids of its objects. */
export const shownReason = (said: string): string =>
  said
    .replaceAll(ids, '')
    .replaceAll('  ', ' ')
    .replaceAll(/ (?=[.,;:]|$)/g, '')
    .replaceAll(/:(?=[.,;]|$)/g, '')
    .trim()
