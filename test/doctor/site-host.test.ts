// SITE_HOST has the name of BASE_URL, in each of the ways in which a proxy takes names.
import { expect, test } from 'bun:test'
import { checkNames } from '../../server/wiring/doctor/settings.ts'

const fixes = (baseUrl: string, site: string) =>
  checkNames({ baseUrl }, { SITE_HOST: site }).map(({ fix }) => fix)

test.each([
  ['https://prints.example.org', 'Prints.Example.org'],
  ['https://xn--bcher-kva.de', 'bücher.de'],
  ['https://prints.example.org:8443', 'prints.example.org'],
  ['https://prints.example.org:8443', 'prints.example.org:8443'],
  ['https://prints.example.org', 'https://prints.example.org'],
  ['https://prints.example.org', 'www.example.org, prints.example.org'],
  ['https://prints.example.org', 'www.example.org prints.example.org'],
  ['https://prints.example.org', ''],
])('%s is an address of the proxy for %j', (baseUrl, site) => {
  expect(fixes(baseUrl, site)).toEqual([])
})

test.each(['prints.example.net', 'bücher.de, www.example.org'])(
  'another address than one of %s is reported',
  (site) => {
    const [first] = site.split(',')
    expect(fixes('https://prints.example.org', site)).toEqual([
      `Set BASE_URL=https://${first}, or correct SITE_HOST.`,
    ])
  },
)
