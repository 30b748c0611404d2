/** Parses JSON of unknown content. Throws a SyntaxError for a text that is not JSON. */
export const parseJson = (text: string): unknown => JSON.parse(text)
