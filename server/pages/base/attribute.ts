/** A caller's text as the value of an attribute. The JSX library escapes quotes in attributes, but not ampersands. */
export const attribute = (text: string): string => text.replaceAll('&', '&amp;')
