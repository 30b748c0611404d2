// Names the variable in the error of the first database access: an operator who reads "connect ECONNREFUSED" must know which variable to
// check.

/** Awaits the first access. If it fails, throws an error with the name of the variable that holds the database's address. */
export async function namingVariable<T>(name: string, firstContact: Promise<T>): Promise<T> {
  try {
    return await firstContact
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The database of ${name} cannot be used: ${why}`, { cause })
  }
}
