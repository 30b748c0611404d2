// Common parts of the boards: data source and desk as variables, alerts as annotations, and links between the boards.
import {
  AnnotationQueryBuilder,
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableHide,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { dataSource, deskAddress, type PanelSource } from './panels.ts'

const tag = 'print-farm'

export type BoardOptions = {
  /** Part of the board's address and of its file name. */
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly from: string
  readonly rows: readonly BoardRow[]
}

export type BoardRow = { readonly title: string; readonly panels: readonly PanelSource[] }

/** Builds a board in the form that Grafana imports. */
export function board({ uid, title, description, from, rows }: BoardOptions): Dashboard {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags([tag])
    .timezone('browser')
    .time({ from, to: 'now' })
    .refresh('30s')
    .tooltip(DashboardCursorSync.Crosshair)
    .withVariable(
      new DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'),
    )
    // The target's label has the address of the desk (compose.yaml).
    .withVariable(
      new QueryVariableBuilder('desk')
        .label('Desk')
        .datasource(dataSource)
        .query('label_values(up{job="print-farm"}, desk)')
        .refresh(VariableRefresh.OnDashboardLoad)
        .hide(VariableHide.HideVariable),
    )
    .annotation(
      new AnnotationQueryBuilder()
        .name('Alerts')
        .datasource(dataSource)
        .enable(true)
        .iconColor('red')
        .expr('ALERTS{alertstate="firing", severity="critical"}'),
    )
    .link(
      new DashboardLinkBuilder('Boards')
        .type(DashboardLinkType.Dashboards)
        .tags([tag])
        .keepTime(true),
    )
    .link(
      new DashboardLinkBuilder("Operator's desk")
        .type(DashboardLinkType.Link)
        .url(`${deskAddress}/operator`)
        .targetBlank(true),
    )
  for (const row of rows) {
    builder.withRow(new RowBuilder(row.title))
    for (const panel of row.panels) builder.withPanel(panel)
  }
  const built = builder.build()
  // Numbered here, because Grafana would number the panels differently at each import.
  return {
    ...built,
    panels: built.panels?.map((panel, index) => ({ ...panel, id: index + 1 })) ?? [],
  }
}
