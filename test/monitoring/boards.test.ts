// The committed boards equal the output of their source, and follow the rules of a board.
import { describe, expect, test } from 'bun:test'
import { boards, boardText } from '../../deploy/monitoring/boards/boards.ts'
import { TABLE } from '../routes/credentials/credentials-table.ts'
import { deskPages } from './desk-pages.ts'
import { type BoardPanel, boardFiles, boardNames, panelsOf, textOf } from './files.ts'

test.each(Object.entries(boards))('%s equals the output of its source', (name, board) => {
  // After an intended change: npm run build:boards.
  expect(textOf(`grafana/boards/${name}.json`)).toBe(boardText(board))
})

test('every file has a source, and its name is its address', () => {
  expect([...boardNames].sort()).toEqual(Object.keys(boards).sort())
  expect(boardFiles.map(({ uid }) => uid)).toEqual([...boardNames])
})

test('the pages that boards and alerts link to are mounted', () => {
  const mounted = TABLE.map(({ route }) => route)
  expect(deskPages.filter((path) => !mounted.includes(`GET ${path}`))).toEqual([])
})

describe.each(boardFiles.map((board) => [board.title, board] as const))('%s', (_title, board) => {
  const panels = panelsOf(board)
  const titlesWhere = (isWrong: (panel: BoardPanel) => boolean) =>
    panels.filter(isWrong).map(({ title }) => title)

  test('every title is a question and occurs once', () => {
    const titles = board.panels.map(({ title }) => title)
    expect(titles.filter((title) => !/^[A-Z].*\?$/.test(title))).toEqual([])
    expect(new Set(titles).size).toBe(titles.length)
  })

  test('every panel has a description, a unit, thresholds and something to show', () => {
    expect(panels.length).toBeGreaterThan(10)
    expect(titlesWhere(({ description }) => description.length < 20)).toEqual([])
    expect(titlesWhere(({ fieldConfig }) => !fieldConfig?.defaults.unit)).toEqual([])
    const plain = titlesWhere(
      ({ type, fieldConfig }) => type !== 'table' && !fieldConfig?.defaults.thresholds,
    )
    expect(plain).toEqual([])
    expect(titlesWhere(({ targets }) => targets.length === 0)).toEqual([])
    expect(
      titlesWhere(
        ({ targets }) => new Set(targets.map(({ refId }) => refId)).size < targets.length,
      ),
    ).toEqual([])
  })

  test('has a variable for its data source in every panel and query', () => {
    const [source] = board.templating.list
    expect([source?.name, source?.type, source?.query]).toEqual([
      'datasource',
      'datasource',
      'prometheus',
    ])
    const isFixed = (of: { readonly uid: string } | undefined) => of?.uid !== `\${datasource}`
    expect(
      titlesWhere(
        ({ datasource, targets }) =>
          isFixed(datasource) || targets.some((target) => isFixed(target.datasource)),
      ),
    ).toEqual([])
  })

  test('links from every panel to a page of the desk', () => {
    const urls = panels.flatMap(({ links }) => links.map(({ url }) => url))
    expect(urls).toHaveLength(panels.length)
    const desk = `\${desk:raw}`
    expect(urls.filter((url) => !url.startsWith(desk))).toEqual([])
    const paths = new Set(urls.map((url) => url.slice(desk.length)))
    expect([...paths].filter((path) => !deskPages.includes(path))).toEqual([])
  })

  test('the panels of a board are within 24 columns and do not overlap', () => {
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => [x + (index % w), y + Math.floor(index / w)]),
    )
    expect(cells.filter(([x = 0]) => x >= 24)).toEqual([])
    expect(new Set(cells.map(String)).size).toBe(cells.length)
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
  })
})
