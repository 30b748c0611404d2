// Separate databases for scenarios that fill a database or count its rows.
import pg from 'pg'

/** Creates a database in the cluster of another one. Returns its URL. */
export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.toString()
}
