/** A caller's text as an attribute value. The JSX library escapes quotes in attributes, but not ampersands. */
export const attribute = (text: string): string => text.replaceAll('&', '&amp;')
