// What a mail can be sent to: an order's address is checked when it is submitted, and every recipient again before a mail leaves.

const addressForm = /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\]+$/u

/** One plain address, without a name, a list or invisible characters. */
export const isMailAddress = (text: string): boolean => text.length <= 320 && addressForm.test(text)
