// What can be written to. Order addresses are taken as they come (the contract checks none), so this is asked later.

const addressForm = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/

/** One plain address, without a name or a list. */
export const isMailAddress = (text: string): boolean => text.length <= 320 && addressForm.test(text)
