// The type of the catalog's entries.

/**
 * Why a program receives the code, and what it or its user should do. Markdown. The error message contains the details
 * of the case.
 */
export type Advice = readonly [cause: string, remedy: string]
