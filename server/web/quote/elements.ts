// The elements of the page that its script fills or reads. A missing one is a bug of the page.

export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${kind.name} #${id}.`)
}

export const elements = () => ({
  form: byId('quote', HTMLFormElement),
  stage: byId('stage', HTMLElement),
  stageView: byId('stage-view', HTMLElement),
  drop: byId('drop', HTMLElement),
  dropTitle: byId('drop-title', HTMLElement),
  file: byId('file', HTMLInputElement),
  samples: byId('samples', HTMLElement),
  reading: byId('reading', HTMLElement),
  readingText: byId('reading-text', HTMLElement),
  readingBar: byId('reading-bar', HTMLProgressElement),
  tools: byId('stage-tools', HTMLElement),
  legend: byId('legend', HTMLElement),
  partList: byId('part-list', HTMLElement),
  fileName: byId('file-name', HTMLElement),
  readNote: byId('read-note', HTMLElement),
  units: byId('units', HTMLSelectElement),
  scaleField: byId('scale-field', HTMLElement),
  scale: byId('scale', HTMLInputElement),
  sizeNotice: byId('size-notice', HTMLElement),
  report: byId('report', HTMLElement),
  colorName: byId('color-name', HTMLElement),
  customColorBox: byId('custom-color', HTMLElement),
  customColor: byId('customColor', HTMLInputElement),
  layerHeight: byId('layerHeight', HTMLInputElement),
  quantity: byId('quantity', HTMLInputElement),
  breaks: byId('breaks', HTMLElement),
  priceLines: byId('price-lines', HTMLElement),
  country: byId('country', HTMLSelectElement),
  postage: byId('postage', HTMLElement),
  total: byId('total', HTMLElement),
  shipsBy: byId('ships-by', HTMLElement),
  why: byId('why', HTMLDetailsElement),
  whyLines: byId('why-lines', HTMLElement),
  add: byId('add', HTMLButtonElement),
  addNote: byId('add-note', HTMLElement),
  priceBar: byId('price-bar', HTMLElement),
  barTotal: byId('bar-total', HTMLElement),
  barNote: byId('bar-note', HTMLElement),
  announce: byId('announce', HTMLElement),
})

export type Elements = ReturnType<typeof elements>
