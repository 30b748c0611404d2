// Valid mail addresses. Checked when an order is submitted, and again for every recipient before a mail is sent.

const addressForm = /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\]+$/u

/** True for one plain address: no display name, no list, no invisible characters. */
export const isMailAddress = (text: string): boolean => text.length <= 320 && addressForm.test(text)
