// The shape of the catalog's entries.

/** Why a program gets the code, and what it or its user should do then. Markdown; the sentence of the refusal has the facts of the case. */
export type Advice = readonly [cause: string, remedy: string]
