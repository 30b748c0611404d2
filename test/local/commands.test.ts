// `npm run commands` lists every script of package.json.
import { expect, test } from 'bun:test'
import { scripts } from '../../package.json'
import { commandGroups, commandsText } from '../../server/local/launcher/commands.ts'

test('every script is listed once', () => {
  const listed = commandGroups.flatMap(({ commands }) => commands.map(({ name }) => name))
  expect(listed.toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('a line shows the command as typed', () => {
  expect(commandsText()).toContain('\n  npm start  ')
  expect(commandsText()).toContain('\n  npm run check  ')
})

test('the six commands of the first group are those of the README', async () => {
  const readme = await Bun.file(new URL('../../README.md', import.meta.url)).text()
  const [everyDay] = commandGroups
  const shown = [...readme.matchAll(/^npm (?:run )?([a-z:-]+)(?= {2})/gm)].map(([, name]) => name)
  expect(new Set(shown)).toEqual(new Set(everyDay?.commands.map(({ name }) => name)))
})
